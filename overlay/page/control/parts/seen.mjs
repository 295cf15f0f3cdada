// What costs something only while it is seen: its content is there for as long as its place is on the screen.

import { html, useEffect, useRef, useState } from "../view.mjs";

/** Draw `content` while this place is seen, and nothing while it is scrolled away; it keeps its height. */
export function WhileSeen({ content, kind = "" }) {
  const place = useRef(null);
  const [isSeen, see] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => see(entries.at(-1).isIntersecting));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return html`<div class="while-seen ${kind}" ref=${place}>${isSeen && content()}</div>`;
}
