import {
  bigint,
  char,
  date,
  defineTable,
  integer,
  jsonb,
  longText,
  nullable,
  smallint,
  timestamp,
  varchar,
} from '../../platform/db/table.ts'

/** What every row of an entity carries beside its declared fields. */
const kept = () => ({
  createUser: nullable(bigint()),
  createDept: nullable(bigint()),
  createTime: timestamp(),
  updateUser: nullable(bigint()),
  updateTime: timestamp(),
  status: integer(),
  isDeleted: smallint(),
})

/** Private keys by the SM3 digest of their public half, encrypted under the master key; no call reads this table. */
export const sealKey = defineTable('sealKey', {
  tenantId: varchar(12),
  fingerprint: char(64),
  wrapped: longText(),
})

/** Seals as their makers signed them: base64 of the DER. */
export const sealBody = defineTable('sealBody', {
  tenantId: varchar(12),
  sealId: bigint(),
  der: longText(),
})

export const sealInfoTable = defineTable('sealInfo', {
  id: bigint(),
  tenantId: varchar(12),
  sealName: varchar(100),
  sealType: integer(),
  ownerName: varchar(100),
  areaCode: nullable(varchar(64)),
  deptUscc: varchar(18),
  esId: varchar(40),
  permitId: bigint(),
  mouldId: bigint(),
  ukeyId: nullable(bigint()),
  supersedesId: nullable(bigint()),
  certIds: nullable(jsonb<string[]>()),
  makerCertId: bigint(),
  pictureType: varchar(10),
  widthMm: integer(),
  heightMm: integer(),
  structVersion: integer(),
  sealSm3: varchar(64),
  validStart: date(),
  validEnd: date(),
  sealState: integer(),
  stateReason: nullable(varchar(200)),
  stateTime: nullable(timestamp()),
  useCount: nullable(integer()),
  lastUseTime: nullable(timestamp()),
  remark: nullable(varchar(500)),
  ...kept(),
})

/** One line per attempt to sign; the hashes chain them. */
export const signLogTable = defineTable('sealSignLog', {
  id: bigint(),
  tenantId: varchar(12),
  signTime: timestamp(),
  docName: varchar(200),
  sealName: varchar(100),
  signResult: integer(),
  signerName: varchar(100),
  verifyCode: nullable(varchar(20)),
  areaCode: nullable(varchar(64)),
  deptUscc: varchar(18),
  sealId: bigint(),
  strategyId: bigint(),
  strategyVersion: nullable(integer()),
  signFormat: nullable(integer()),
  certSerial: nullable(varchar(200)),
  docHashBefore: nullable(varchar(64)),
  docHashAfter: nullable(varchar(64)),
  tsaTime: nullable(timestamp()),
  signPositions: nullable(jsonb<unknown>()),
  errorMsg: nullable(varchar(300)),
  costMs: nullable(integer()),
  clientIp: nullable(varchar(64)),
  seq: integer(),
  prevHash: varchar(64),
  rowHash: varchar(64),
  remark: nullable(varchar(500)),
  ...kept(),
})

/** In whose log a document is found by its code; read before the tenant is known. */
export const signCode = defineTable(
  'sealSignCode',
  {
    code: varchar(20),
    tenantId: varchar(12),
    logId: bigint(),
  },
  { wall: 'open' },
)
