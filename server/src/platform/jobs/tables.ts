import { bigint, defineTable, integer, jsonb, moment, nullable, varchar } from '../db/table.ts'

export const jobTable = defineTable('job', {
  id: bigint(),
  tenantId: varchar(12),
  userId: bigint(),
  name: varchar(100),
  title: varchar(200),
  payload: jsonb<object>(),
  singletonKey: nullable(varchar(200)),
  subject: varchar(64),
  state: varchar(10),
  doneNum: bigint(),
  totalNum: bigint(),
  step: varchar(200),
  text: varchar(2000),
  link: varchar(500),
  fileId: nullable(bigint()),
  attempts: integer(),
  createTime: moment(),
  startTime: nullable(moment()),
  heartbeat: nullable(moment()),
  endTime: nullable(moment()),
})

export const scheduledTask = defineTable(
  'scheduledTask',
  {
    name: varchar(64),
    lastTime: moment(),
  },
  { wall: 'none' },
)
