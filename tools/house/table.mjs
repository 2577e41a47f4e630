/** One line of the table. `isMet` is undefined where nothing was measured. `list`: what stands behind the number. */
export function row(title, value, wanted, isMet, list = []) {
  return { title, value: String(value), wanted, isMet, list: list.map(placeOf) }
}

/** Columns under each other; wide characters do not occur. */
export function printTable(rows, isListed) {
  const width = (key) => Math.max(...rows.map((one) => one[key].length))
  const [first, second] = [width('title'), width('value')]
  for (const { title, value, wanted, isMet, list } of rows) {
    const mark = isMet === undefined ? '?' : isMet ? '✔' : '✘'
    console.log(`${mark} ${title.padEnd(first)}  ${value.padStart(second)}  ${wanted}`)
    if (isListed) for (const line of list) console.log(`    ${line}`)
  }
}

function placeOf(place) {
  if (typeof place === 'string') return place
  return `${place.path}:${place.line}${place.tables ? ` ${place.tables.join(', ')}` : ''}`
}
