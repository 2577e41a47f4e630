import { defineDomain } from '../../kit/domain.ts'
import { sendLogs } from './client-errors.ts'
import { childAccesses } from './child-access.ts'
import { operation } from './operation-log.ts'
import { api, error, usual } from './server-logs.ts'

export const log = defineDomain({
  name: 'log',
  title: '日志',
  calls: [sendLogs, ...[usual, api, error, operation, childAccesses].flatMap((calls) => Object.values(calls))],
})
