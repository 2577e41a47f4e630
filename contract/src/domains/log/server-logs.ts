import { defineEntity } from '../../kit/entity.ts'
import { dateTime, integer, paragraph, text } from '../../kit/field.ts'
import { logCalls } from './log-calls.ts'

/** Nobody writes, prints or copies lines of a log; they are looked at and carried away. */
const screen = { writable: false, copy: false, print: false, dialogWidth: 880 }

const when = { createTime: dateTime('时间', { width: 170 }) }

/** What every log of this API family tells of the call a line stems from. */
const request = {
  method: text('请求方法', { table: false }),
  requestUri: text('请求地址', { search: true, width: 280 }),
  remoteIp: text('来源地址', { width: 130 }),
  createBy: text('操作人', { search: true, width: 120 }),
  methodClass: text('业务', { table: false }),
  methodName: text('调用', { search: true, width: 180 }),
  params: paragraph('参数', { table: false, span: 24, rows: 6 }),
  userAgent: text('客户端', { table: false, span: 24 }),
}

const server = {
  serviceId: text('服务', { table: false }),
  serverHost: text('主机', { table: false }),
  serverIp: text('主机地址', { table: false }),
  env: text('环境', { table: false }),
}

/** 通用日志：服务器自己记下、值得运维人员看一眼的事。 */
export const usualLog = defineEntity('usualLog', {
  title: '通用日志',
  service: 'blade-log',
  path: 'usual',
  table: 'log_usual',
  permission: 'log_usual',
  fields: {
    ...when,
    logLevel: text('级别', { search: 'equal', width: 90 }),
    logId: text('事项', { search: true, width: 260 }),
    logData: paragraph('内容', { span: 24, rows: 8, width: 420 }),
    ...server,
  },
  screen,
})

/** 接口日志：每个改动数据的调用一行；密码、令牌和个人信息不进参数。 */
export const apiLog = defineEntity('apiLog', {
  title: '接口日志',
  service: 'blade-log',
  path: 'api',
  table: 'log_api',
  permission: 'log_api',
  fields: {
    ...when,
    title: text('操作', { search: true, width: 160 }),
    ...request,
    time: text('耗时', { unit: '毫秒', width: 100 }),
    httpStatus: integer('结果', { search: 'equal', width: 80 }), // inferred
    type: text('类型', { table: false, form: false }),
    ...server,
  },
  screen,
})

/** 错误日志：服务器没有料到的错误，和浏览器上传的错误。 */
export const errorLog = defineEntity('errorLog', {
  title: '错误日志',
  service: 'blade-log',
  path: 'error',
  table: 'log_error',
  permission: 'log_error',
  fields: {
    ...when,
    type: text('来源', { search: 'equal', width: 90 }), // inferred
    message: text('错误信息', { search: true, span: 24, width: 320 }),
    exceptionName: text('错误类型', { search: true, width: 140 }),
    fileName: text('文件', { table: false }),
    lineNumber: integer('行号', { table: false }),
    stackTrace: paragraph('堆栈', { table: false, span: 24, rows: 12 }),
    ...request,
    ...server,
  },
  screen,
})

export const usual = logCalls(usualLog)
export const api = logCalls(apiLog)
export const error = logCalls(errorLog)
