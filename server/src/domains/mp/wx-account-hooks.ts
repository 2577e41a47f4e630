import { wxAccount } from '@xueheng/contract/domains/mp/wx-account.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, fault } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { idsOf } from '../../platform/rows/handlers.ts'
import { type Query, findBy, textOf } from '../../platform/rows/read.ts'

/** Clients name an account by its id or its appid. */
export const wxAccountHooks = hook(wxAccount, {
  async beforeSave(_ctx, { token, aesKey }) {
    if (aesKey && !/^[A-Za-z0-9]{43}$/.test(aesKey)) throw fault('aesKey', 'EncodingAESKey应为43位字母或数字')
    if (token && !/^[A-Za-z0-9]{3,32}$/.test(token)) throw fault('token', 'Token应为3到32位字母或数字')
  },
  around: async (ctx, input, work, action) => {
    if (action === 'remove') return work(ctx, { items: await idsOfAccounts(ctx, idsOf(input)) })
    return work(ctx, action === 'detail' ? await withId(ctx, input) : input)
  },
})

async function withId(ctx: Ctx, input: Query): Promise<Query> {
  const key = textOf(input['id'])
  if (key === '' && !input['appid']) throw new AppError('request.missing', { name: 'id' })
  return /^(\d{15,19})?$/.test(key) ? input : { appid: key }
}

async function idsOfAccounts(ctx: Ctx, keys: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const key of keys) {
    const row = /^\d{15,19}$/.test(key) ? { id: key } : await findBy(wxAccount, ctx, { appid: key })
    if (!row) throw new AppError('row.notFound')
    ids.push(row.id)
  }
  return ids
}
