// Text never becomes markup here: the browser itself sees to it, by the Trusted Types that the stage's headers ask for.
// What has no tag in it is let through, because older versions of OBS write their custom CSS as markup.

const TAG = /<[a-z/!?]/i;

globalThis.trustedTypes?.createPolicy("default", { createHTML: (text) => (TAG.test(text) ? null : text) });
