import { type Call, defineCall } from '../../kit/call.ts'
import type { Entity } from '../../kit/entity.ts'
import { type Field, type Fields, integer, text } from '../../kit/field.ts'

/** Ends of the time range, as every list of this API family names them. */
const RANGE = {
  createTime_dategt: text('起始时间', { length: 20 }),
  createTime_datelt: text('截止时间', { length: 20 }),
}

const PAGING = { current: integer('页码', { min: 1 }), size: integer('每页条数', { min: 1, max: 1000 }) }
const ORDER = { ascs: text('升序'), descs: text('降序') }

const OF_EVERY_LINE = {
  id: text('主键', { required: true }),
  tenantId: text('租户编号', { required: true }),
}

/** What a line of a log is answered with. */
export type LogLine<F extends Fields> = typeof OF_EVERY_LINE & F

interface LogCalls<F extends Fields> {
  list: Call<Fields, LogLine<F>, 'page'>
  detail: Call<{ id: Field<string> }, LogLine<F>, 'data'>
  export: Call<Fields, LogLine<F>, 'file'>
}

/** All a line of the log is answered with. */
export function lineOf<F extends Fields>(log: Entity<F>): LogLine<F> {
  return { ...OF_EVERY_LINE, ...log.fields }
}

/** A log is read: list, detail and a workbook of what the list shows. Its rows are written by the program alone. */
export function logCalls<F extends Fields>(log: Entity<F>): LogCalls<F> {
  const access = { permission: `${log.permission}_view` }
  const filters: Fields = {
    ...RANGE,
    ...Object.fromEntries(
      Object.entries(log.fields).flatMap(([name, field]) => (field.search ? [[name, text(field.label)]] : [])),
    ),
  }
  const path = log.paths[0] ?? ''
  const line = lineOf(log)
  return {
    list: defineCall(`${log.name}.list`, {
      method: 'GET',
      path: `${path}/list`,
      title: `${log.title}列表`,
      access,
      input: { ...PAGING, ...ORDER, ...filters },
      output: line,
      answer: 'page',
    }),
    detail: defineCall(`${log.name}.detail`, {
      method: 'GET',
      path: `${path}/detail`,
      title: `${log.title}详情`,
      access,
      input: { id: text('主键', { required: true }) },
      output: line,
      answer: 'data',
    }),
    // inferred
    export: defineCall(`${log.name}.export`, {
      method: 'GET',
      path: `${path}/export`,
      title: `${log.title}导出`,
      access,
      input: { ...ORDER, ...filters, reason: text('导出理由', { length: 200 }) },
      output: line,
      answer: 'file',
    }),
  }
}
