import { wecomCorp } from '@xueheng/contract/domains/wecom/corp.ts'
import { wecomDept } from '@xueheng/contract/domains/wecom/dept.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { nextId } from '../../platform/db/id.ts'
import { fault, refuse } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import type { KnownRow } from '../../platform/rows/rows.ts'
import { findSchool } from '../school/index.ts'
import { placeMembers } from './member-hooks.ts'
import { placeRows } from './units.ts'

const DEPTS = every(wecomDept, 'a corp with departments is not removed, whoever asks')

export const corpHooks = hook(wecomCorp, {
  async beforeSave(ctx, row, before) {
    if (row.corpId && !/^w[wx][A-Za-z0-9]{4,62}$/.test(row.corpId)) throw fault('corpId', '企业ID应以 ww 或 wx 开头')
    assertCallback(row)
    const uscc = row.uscc === undefined ? before?.uscc : row.uscc
    const school = uscc ? await findSchool(ctx, uscc) : undefined
    if (school) row.areaCode = school.areaCode
    settlePush(row, before)
  },
  async afterSave(ctx, row, before) {
    const isMoved = before && (before.uscc !== row.uscc || before.areaCode !== row.areaCode)
    if (!isMoved) return
    await placeRows(ctx, row.corpId)
    await placeMembers(ctx, row.corpId)
  },
  async beforeRemove(ctx, rows) {
    const corpIds = rows.map((row) => row.corpId)
    const used = await sql`select 1 from ${DEPTS} d where corp_id = any(${corpIds}) and is_deleted = 0 limit 1`.execute(
      ctx.db,
    )
    if (used.rows.length > 0) throw refuse('企业下还有部门，不能删除')
  },
})

type Corp = KnownRow<typeof wecomCorp>

/** From the moment it is turned on; whoever puts the corp right has it tried again at once. */
function settlePush(row: Partial<Corp>, before: Corp | undefined): void {
  const { pushMessages, agentId } = { ...before, ...row }
  row.pushError = null
  if (pushMessages !== 1) return
  if (!agentId) throw fault('agentId', '推送站内消息前请填写应用AgentId')
  if (before?.pushMessages !== 1) row.pushFrom = nextId()
}

/** What the platform generates: 43 letters and digits, and a token of up to 32. */
function assertCallback({ token, encodingAesKey }: { token?: string | null; encodingAesKey?: string | null }): void {
  if (encodingAesKey && !/^[A-Za-z0-9]{43}$/.test(encodingAesKey)) {
    throw fault('encodingAesKey', 'EncodingAESKey应为43位字母或数字')
  }
  if (token && !/^[A-Za-z0-9]{3,32}$/.test(token)) throw fault('token', 'Token应为3到32位字母或数字')
}
