// The picture of the rooms in docs/ARCHITECTURE.md, made from the table that tests check.
import { rooms } from './house.ts'

const [box, gap, floor] = [{ width: 116, height: 34 }, 18, 84]

/** How many rooms are below one, on the longest way down. */
function heightOf(name: string): number {
  return Math.max(0, ...roomsBelow(name).map((below) => heightOf(below) + 1))
}

/** Rooms that it may import; files at the top of src are none. */
function roomsBelow(name: string): string[] {
  return rooms[name]!.imports.filter((room) => room in rooms)
}

/** Whether it reaches the other by way of a third room, so that its own arrow says nothing new. */
function reachesByOther(name: string, other: string): boolean {
  return roomsBelow(name).some((via) => via !== other && reaches(via, other))
}

function reaches(name: string, other: string): boolean {
  return roomsBelow(name).some((below) => below === other || reaches(below, other))
}

export function roomsPicture(): string {
  const names = Object.keys(rooms)
  const floors = Math.max(...names.map(heightOf)) + 1
  const rows = Array.from({ length: floors }, (_, height) =>
    names.filter((name) => heightOf(name) === height).sort(),
  )
  const width = Math.max(...rows.map((row) => row.length)) * (box.width + gap) + gap
  const places = new Map(
    rows.flatMap((row, height) =>
      row.map((name, index) => {
        const left = (width - row.length * (box.width + gap) + gap) / 2
        const x = left + index * (box.width + gap)
        return [name, { x, y: (floors - 1 - height) * floor + gap }] as const
      }),
    ),
  )
  const arrows = names.flatMap((name) =>
    roomsBelow(name)
      .filter((below) => !reachesByOther(name, below))
      .map((below) => {
        const [from, to] = [places.get(name)!, places.get(below)!]
        const middle = box.width / 2
        const start = `x1="${from.x + middle}" y1="${from.y + box.height}"`
        return `<line ${start} x2="${to.x + middle}" y2="${to.y}"/>`
      }),
  )
  const boxes = [...places].map(
    ([name, { x, y }]) =>
      `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="5"/>` +
      `<text x="${x + box.width / 2}" y="${y + box.height / 2 + 5}">${name}</text>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${floors * floor}" role="img">`,
    '<title>Rooms: a line leads down to a room that may be imported</title>',
    '<style>rect{fill:#fff;stroke:#445}line{stroke:#9aa3b2}',
    'text{font:14px sans-serif;text-anchor:middle;fill:#223}</style>',
    `<rect width="${width}" height="${floors * floor}" style="fill:#f7f8fa;stroke:none"/>`,
    ...arrows,
    ...boxes,
    '</svg>',
    '',
  ].join('\n')
}
