import { defineEntity } from '../../kit/entity.ts'
import { dateTime, integer, paragraph, text } from '../../kit/field.ts'
import { logCalls } from './log-calls.ts'

const when = { createTime: dateTime('时间') }

/** What every log of this API family tells of the call a line stems from. */
const request = {
  method: text('请求方法', { list: false }),
  requestUri: text('请求地址', { search: true }),
  remoteIp: text('来源地址'),
  createBy: text('操作人', { search: true }),
  methodClass: text('业务', { list: false }),
  methodName: text('调用', { search: true }),
  params: paragraph('参数'),
  userAgent: text('客户端', { list: false }),
}

/** The same of a note of the server, which seldom stems from a call: lists leave it out. */
const noted = {
  method: text('请求方法', { list: false }),
  requestUri: text('请求地址', { list: false }),
  remoteIp: text('来源地址', { list: false }),
  createBy: text('操作人', { list: false }),
  methodClass: text('业务', { list: false }),
  methodName: text('调用', { list: false }),
  params: paragraph('参数', { list: false }),
  userAgent: text('客户端', { list: false }),
}

const server = {
  serviceId: text('服务', { list: false }),
  serverHost: text('主机', { list: false }),
  serverIp: text('主机地址', { list: false }),
  env: text('环境', { list: false }),
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
    logLevel: text('级别', { search: 'equal' }),
    logId: text('事项', { search: true }),
    logData: paragraph('内容', { list: true }),
    ...noted,
    ...server,
  },
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
    title: text('操作内容', { search: true }),
    ...request,
    time: text('耗时', { unit: '毫秒' }),
    httpStatus: integer('结果', { search: 'equal' }), // inferred
    type: text('类型', { list: false }),
    ...server,
  },
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
    type: text('来源', { search: 'equal' }), // inferred
    message: text('错误信息', { search: true }),
    exceptionName: text('错误类型', { search: true }),
    fileName: text('文件', { list: false }),
    lineNumber: integer('行号', { list: false }),
    stackTrace: paragraph('堆栈'),
    ...request,
    ...server,
  },
})

export const usual = logCalls(usualLog)
export const api = logCalls(apiLog)
export const error = logCalls(errorLog)
