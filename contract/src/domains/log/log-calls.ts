import { BACKGROUND_INPUT } from '../../derive/crud-calls.ts'
import { type Call, defineCall } from '../../kit/call.ts'
import type { Entity } from '../../kit/entity.ts'
import { type Field, type Fields, text } from '../../kit/field.ts'
import { type List, defineList } from '../../kit/list.ts'

const OF_EVERY_LINE = {
  id: text('主键', { required: true }),
  tenantId: text('租户编号', { required: true }),
}

/** What a line of a log is answered with. */
export type LogLine<F extends Fields> = typeof OF_EVERY_LINE & F

export interface LogCalls<F extends Fields> {
  list: List<LogLine<F>, {}, {}>
  detail: Call<{ id: Field<string> }, LogLine<F>, 'data'>
  /** Of the lines the list shows. */
  export: Call<Fields, LogLine<F>, 'file'> & { fields: LogLine<F> }
}

/** All a line of the log is answered with. */
export function lineOf<F extends Fields>(log: Entity<F>): LogLine<F> {
  return { ...OF_EVERY_LINE, ...log.fields }
}

/** A log is read: list, detail and a workbook of what the list shows. Its rows are written by the program alone. */
export function logCalls<F extends Fields>(log: Entity<F>): LogCalls<F> {
  const access = { permission: `${log.permission}_view` }
  const path = log.paths[0] ?? ''
  const line = lineOf(log)
  const exporting = defineCall(`${log.name}.export`, {
    method: 'GET',
    path: `${path}/export`, // inferred
    title: `${log.title}导出`,
    access,
    input: { reason: text('导出理由', { length: 200 }), ...BACKGROUND_INPUT },
    output: line,
    answer: 'file',
  })
  return {
    list: defineList(`${log.name}.list`, { path: `${path}/list`, title: `${log.title}列表`, access, fields: line }),
    detail: defineCall(`${log.name}.detail`, {
      method: 'GET',
      path: `${path}/detail`,
      title: `${log.title}详情`,
      access,
      input: { id: text('主键', { required: true }) },
      output: line,
      answer: 'data',
    }),
    export: { ...exporting, fields: line },
  }
}
