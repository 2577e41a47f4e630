import { parseText, walk } from '../source.mjs'

const BUSY = /^set(Is)?(Busy|Saving|Sending|Loading|Pending|Working|Running)$/
const ANEW = new Set(['invalidateQueries', 'refetch'])

/** Whether a source carries an action out by hand: keeps its own busy mark and says itself what to fetch anew. */
export function carriesOut(path, text) {
  let isBusy = false
  let isFetchedAnew = false
  walk(parseText(path, text).program, ({ type, callee }) => {
    if (type !== 'CallExpression') return
    isBusy ||= BUSY.test(callee.name ?? '') || callee.name === 'useMutation'
    isFetchedAnew ||= ANEW.has(callee.property?.name)
  })
  return isBusy && isFetchedAnew
}

/** Lines that are neither blank nor only comment. */
export function codeLines(path, text) {
  const { comments } = parseText(path, text)
  const code = comments.reduceRight((rest, { start, end }) => {
    return rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, ' ') + rest.slice(end)
  }, text)
  return code.split('\n').filter((line) => line.trim() !== '').length
}
