// Line and column of many positions in one text: its lines are found once, on first use.

/** Line and column, both from 1, of a UTF-16 offset. CR LF, LF and a lone CR each end a line. */
export function positionsIn(text: string): (offset: number) => { line: number; column: number } {
  let starts: number[] | undefined
  return (offset) => {
    starts ??= lineStarts(text)
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - starts[low]! + 1 }
  }
}

function lineStarts(text: string): number[] {
  const ends = /\r\n?|\n/g
  const starts = [0]
  while (ends.test(text)) starts.push(ends.lastIndex)
  return starts
}
