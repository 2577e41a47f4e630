import { type Variables, evaluate, textOf } from './expression.ts'
import type { FlowNode } from './flow-model.ts'
import { FlowError } from './state.ts'

const DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
const SECOND = 1000
const SIZES = [7 * 86_400, 86_400, 3600, 60, 1]

/** ISO 8601 without years and months, in milliseconds; nothing for anything else. */
export function durationMs(text: string): number | undefined {
  const found = DURATION.exec(text.trim())
  if (!found || text.trim().length < 3) return undefined
  return SIZES.reduce((sum, size, i) => sum + size * Number(found[i + 1] ?? 0), 0) * SECOND
}

/** The moment a timer fires when it is started `now`. */
export function dueAt(node: FlowNode, variables: Variables, now: Date): Date {
  const { duration, date } = node.timer ?? {}
  const text = textOf(evaluate(duration ?? date ?? '', variables))
  const due = new Date(duration === undefined ? text : now.getTime() + (durationMs(text) ?? Number.NaN))
  if (Number.isNaN(due.getTime())) throw new FlowError(`定时事件「${node.name || node.id}」的时间无法识别：${text}`)
  return due
}
