// The label of what is pressed or typed into, by which notes name the setting that it changes.

let label = "";

/** Do what a control does, under its label. */
export function under(shown, act) {
  label = shown;
  try {
    return act();
  } finally {
    label = "";
  }
}

/** Return the label of the control that acts just now; empty for none. */
export const labelOfNow = () => label;
