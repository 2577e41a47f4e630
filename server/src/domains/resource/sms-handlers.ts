import {
  SMS_CATEGORY,
  sms,
  smsEnabling,
  smsLogDetail,
  smsLogList,
  smsSend,
} from '@xueheng/contract/domains/resource/sms.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { partsOf } from '../../platform/comma-list.ts'
import { findOf, listOf } from '../../platform/rows/list.ts'
import type { KnownRow } from '../../platform/rows/rows.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { assertMayWrite } from '../../platform/http/changes.ts'
import type { Reach } from '../../platform/net/address.ts'
import { type EntityHooks, type Implementation, hook, implement } from '../../platform/module.ts'
import { type SettingGuard, aroundSetting, enablingHandlers, switchOff } from './enabling.ts'
import { assertEndpoint } from './endpoint.ts'
import { canSend } from './sms/deliver.ts'
import { type SmsDeps, findConfig, sendBy } from './sms/send.ts'
import { own } from '../../platform/db/table.ts'
import { smsLogTable } from './tables.ts'

/** Text messages by hand go out under this kind. */
const BY_HAND = 'manual'
const MOST_PHONES = 100

export function smsHandlers(deps: SmsDeps & SettingGuard): Implementation[] {
  return [
    ...enablingHandlers(sms, smsEnabling, deps),
    implement(smsSend, (ctx, input) => send(deps, ctx, input)),
    implement(smsLogList, (ctx, { query }) => listOf(ctx, smsLogList, query, own(smsLogTable))),
    implement(smsLogDetail, (ctx, { id }) => findOf(ctx, smsLogList, id, own(smsLogTable))),
  ]
}

export function smsHooks({ config: reach, ...guard }: { config: Reach } & SettingGuard): EntityHooks<typeof sms> {
  return hook(sms, {
    around: (ctx, _input, work, action) => aroundSetting(sms, ctx, action, guard, () => work(ctx)),
    async beforeSave(_ctx, changes, before) {
      check({ ...before, ...changes }, reach)
    },
    beforeRemove: (ctx, rows) => switchOff(sms, ctx, rows),
  })
}

/** What each provider cannot do without. */
function check(row: Partial<KnownRow<typeof sms>>, reach: Reach): void {
  const category = row.category ?? 0
  if (!canSend(category)) throw fault('category', '暂不支持该短信服务')
  if (row.endpoint) assertEndpoint(row.endpoint, reach)
  if (category === SMS_CATEGORY.http) {
    if (!row.endpoint) throw fault('endpoint', '请输入服务地址')
    return
  }
  if (!row.accessKey) throw fault('accessKey', '请输入AccessKey')
  if (!row.hasSecretKey) throw fault('secretKey', '请输入SecretKey')
  if (!row.signName) throw fault('signName', '请输入短信签名')
  if (category === SMS_CATEGORY.tencent && !row.appId) throw fault('appId', '请输入应用编号')
}

async function send(
  deps: SmsDeps,
  ctx: Ctx,
  input: { code: string | null; phones: string; params: string | null },
): Promise<void> {
  assertMayWrite(ctx.user)
  const phones = [...new Set(partsOf(input.phones))]
  if (phones.some((phone) => !/^1[3-9]\d{9}$/.test(phone))) throw fault('phones', '手机号码格式不正确')
  if (phones.length > MOST_PHONES) throw fault('phones', `一次最多发给${MOST_PHONES}个号码`)
  const row = await findConfig(ctx.db, input.code || undefined)
  if (!row) throw refuse('没有可用的短信配置')
  const params = paramsOf(input.params)
  await logOperation(ctx, smsSend.name, smsSend.title, { entity: 'sms', rowId: row.id })
  await sendBy(deps, ctx.user.tenantId, row, BY_HAND, phones, params)
}

/** `{"code": "1234"}`: plain values by name. */
function paramsOf(text: string | null): Record<string, string> {
  if (!text) return {}
  try {
    const given: unknown = JSON.parse(text)
    if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new TypeError('no object')
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]))
  } catch {
    throw fault('params', '模板参数应为JSON对象')
  }
}
