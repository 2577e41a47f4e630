import { defineDomain } from '../../kit/domain.ts'
import { sendLogs } from './client-errors.ts'
import { operation } from './operation-log.ts'
import { api, error, usual } from './server-logs.ts'

export const log = defineDomain({
  name: 'log',
  title: '日志',
  calls: [sendLogs, ...[usual, api, error, operation].flatMap((calls) => Object.values(calls))],
})
