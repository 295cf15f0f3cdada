// Words in their box: at most so many lines, smaller when they are many, cut with an ellipsis when they are too many;
// and lines of about the same length, with a box no wider than they are.

const SHRINKS = [1, .92, .84, .76, .68];

/** Lay out a `.words` block for the page as large as it is now. */
export function fit(words, lines) {
  words.style.width = "";
  const fits = SHRINKS.some((shrink) => {
    words.style.setProperty("--shrink", shrink);
    return lineCount(words) <= lines;
  });
  if (fits) balance(words);
}

function lineCount(words) {
  return Math.round(words.scrollHeight / parseFloat(getComputedStyle(words).lineHeight));
}

/** Find the narrowest width, to a pixel, that needs no further line. */
function balance(words) {
  const count = lineCount(words);
  let enough = Math.ceil(parseFloat(getComputedStyle(words).width));
  if (count > 1) {
    let tooNarrow = Math.floor(enough / (count + 1));
    while (enough - tooNarrow > 1) {
      const middle = Math.floor((enough + tooNarrow) / 2);
      words.style.width = `${middle}px`;
      if (lineCount(words) > count || words.scrollWidth > middle) tooNarrow = middle;
      else enough = middle;
    }
  }
  words.style.width = `${enough}px`;
}
