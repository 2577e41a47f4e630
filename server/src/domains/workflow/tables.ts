import {
  bigint,
  defineTable,
  integer,
  jsonb,
  longText,
  moment,
  nullable,
  smallint,
  timestamp,
  varchar,
} from '../../platform/db/table.ts'
import type { FormValues } from '@xueheng/contract/domains/workflow/form.ts'
import type { FlowModel } from './engine/flow-model.ts'
import type { State } from './engine/state.ts'

export const deskLeave = defineTable('deskLeave', {
  id: bigint(),
  tenantId: varchar(12),
  processDefinitionId: bigint(),
  processInstanceId: nullable(bigint()),
  taskUser: bigint(),
  startTime: timestamp(),
  endTime: timestamp(),
  days: integer(),
  reason: varchar(1000),
  createUser: bigint(),
  applyTime: timestamp(),
  status: integer(),
})

export const wfDefinition = defineTable(
  'wfDefinition',
  {
    id: bigint(),
    ownerTenant: varchar(12),
    deploymentId: bigint(),
    key: varchar(100),
    name: varchar(255),
    version: integer(),
    category: varchar(64),
    description: varchar(1000),
    suspensionState: integer(),
    resourceName: varchar(255),
    xml: longText(),
    compiled: jsonb<FlowModel>(),
    deploymentTime: timestamp(),
  },
  { wall: 'policy' },
)

export const wfDeployment = defineTable(
  'wfDeployment',
  {
    id: bigint(),
    ownerTenant: varchar(12),
    name: varchar(255),
    category: varchar(64),
    source: varchar(16),
    modelId: nullable(bigint()),
    deployUser: nullable(bigint()),
    deploymentTime: timestamp(),
  },
  { wall: 'policy' },
)

export const wfHistory = defineTable('wfHistory', {
  id: bigint(),
  tenantId: varchar(12),
  instanceId: bigint(),
  activityId: varchar(255),
  activityName: varchar(255),
  activityType: varchar(32),
  taskId: nullable(bigint()),
  assignee: nullable(bigint()),
  startTime: timestamp(),
  endTime: nullable(timestamp()),
  comment: nullable(varchar(1000)),
  isPassed: nullable(smallint()),
})

export const wfInstance = defineTable('wfInstance', {
  id: bigint(),
  tenantId: varchar(12),
  definitionId: bigint(),
  category: varchar(64),
  businessTable: varchar(64),
  businessId: bigint(),
  startUser: bigint(),
  startTime: timestamp(),
  endTime: nullable(timestamp()),
  status: integer(),
  endActivity: nullable(varchar(255)),
  outcome: nullable(varchar(16)),
  deleteReason: nullable(varchar(500)),
  state: jsonb<State>(),
  rev: integer(),
})

export const wfModel = defineTable('wfModel', {
  id: bigint(),
  tenantId: varchar(12),
  modelKey: varchar(64),
  name: varchar(100),
  category: nullable(varchar(64)),
  description: nullable(varchar(500)),
  version: integer(),
  modelEditorXml: longText(),
  createUser: nullable(bigint()),
  created: timestamp(),
  lastUpdated: timestamp(),
})

export const wfRequest = defineTable('wfRequest', {
  id: bigint(),
  tenantId: varchar(12),
  processDefinitionId: bigint(),
  processInstanceId: nullable(bigint()),
  createUser: bigint(),
  applyTime: timestamp(),
  status: integer(),
  formValues: jsonb<FormValues>(),
})

export const wfTask = defineTable('wfTask', {
  id: bigint(),
  tenantId: varchar(12),
  instanceId: bigint(),
  executionId: varchar(32),
  taskKey: varchar(255),
  name: varchar(255),
  formKey: varchar(100),
  assignee: nullable(bigint()),
  status: integer(),
  isPassed: nullable(smallint()),
  comment: nullable(varchar(1000)),
  createTime: timestamp(),
  claimTime: nullable(timestamp()),
  endTime: nullable(timestamp()),
})

export const wfTaskCandidate = defineTable('wfTaskCandidate', {
  tenantId: varchar(12),
  taskId: bigint(),
  kind: varchar(8),
  value: varchar(64),
})

export const wfTimer = defineTable('wfTimer', {
  id: bigint(),
  tenantId: varchar(12),
  instanceId: bigint(),
  executionId: varchar(32),
  activityId: varchar(255),
  dueTime: moment(),
})
