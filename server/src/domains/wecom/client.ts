import { wecomCorp } from '@xueheng/contract/domains/wecom/corp.ts'
import { sql } from 'kysely'
import type * as z from 'zod'
import { every } from '../../platform/access/doors.ts'
import type { Config } from '../../platform/config.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Database } from '../../platform/db/pool.ts'
import { refuse } from '../../platform/error.ts'
import { accessToken } from '../../platform/provider/access-token.ts'
import { callProvider } from '../../platform/provider/call-provider.ts'
import type { ProviderAccount, ProviderRequest } from '../../platform/provider/provider.ts'
import { decryptField } from '../../platform/secret.ts'
import { wecomProvider } from './provider.ts'

const CORPS = every(wecomCorp, 'calls go out in the name of a corp the caller was allowed to choose')

export interface WecomDeps {
  database: Database
  config: Pick<Config, 'masterKey' | 'platforms' | 'isPrivateAllowed' | 'outboundHosts'>
}

/** A corp as the platform is called for it, with its keys in plain: for this folder alone. */
export interface CorpKeys {
  id: string
  tenantId: string
  corpId: string
  agentId: number | null
  isSchool: boolean
  token: string
  encodingAesKey: string
  /** For the directory: its own secret where one is set. */
  directory: ProviderAccount
  /** For messages: that of the application. */
  application: ProviderAccount
}

interface Stored {
  id: string
  tenantId: string
  corpId: string
  agentId: number | null
  schoolMode: number | null
  secret: string | null
  contactSecret: string | null
  token: string | null
  encodingAesKey: string | null
}

/** The corp of an id with its keys; nothing where there is none. */
export async function findKeys(
  { config: { masterKey } }: Pick<WecomDeps, 'config'>,
  ctx: Pick<Ctx, 'db'>,
  corpId: string,
): Promise<CorpKeys | undefined> {
  const found = await sql<Stored>`select id, tenant_id, corp_id, agent_id, school_mode, secret, contact_secret, token,
      encoding_aes_key
    from ${CORPS} c where corp_id = ${corpId} and is_deleted = 0`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) return undefined
  const plain = (field: 'secret' | 'contactSecret' | 'token' | 'encodingAesKey') =>
    decryptField(masterKey, wecomCorp, row, field)
  const [secret, contactSecret] = [plain('secret'), plain('contactSecret')]
  const { id, tenantId, agentId } = row
  const application = { tenantId, id: `${id}:application`, key: corpId, secret }
  const directory = contactSecret
    ? { tenantId, id: `${id}:directory`, key: corpId, secret: contactSecret }
    : application
  const callback = { token: plain('token'), encodingAesKey: plain('encodingAesKey') }
  return { id, tenantId, corpId, agentId, isSchool: row.schoolMode === 1, ...callback, directory, application }
}

/** The same; refuses a corp that is gone or has no secret yet. */
export async function keysOf(deps: WecomDeps, ctx: Pick<Ctx, 'db'>, corpId: string): Promise<CorpKeys> {
  const corp = await findKeys(deps, ctx, corpId)
  if (!corp) throw refuse('企业不存在')
  if (!corp.directory.secret) throw refuse('请先在企业管理中填写Secret')
  return corp
}

/** A corp that can send messages. */
export type Sender = CorpKeys & { agentId: number }

/** The same with all it takes to send; refuses what lacks, by its name. */
export async function sendingCorp(deps: WecomDeps, ctx: Pick<Ctx, 'db'>, corpId: string): Promise<Sender> {
  const corp = await findKeys(deps, ctx, corpId)
  if (!corp) throw refuse('企业不存在')
  if (!corp.application.secret) throw refuse('请先在企业管理中填写应用Secret')
  if (!corp.agentId) throw refuse('请先在企业管理中填写应用AgentId')
  return { ...corp, agentId: corp.agentId }
}

type Ask = <T>(request: ProviderRequest & { answer: z.ZodType<T> }) => Promise<T>

/** Calls for the directory of a corp. */
export function directoryOf(deps: WecomDeps, { log }: Pick<Ctx, 'log'>, corp: CorpKeys): Ask {
  return askingFor(deps, log, corp.directory)
}

/** Calls of the application of a corp. */
export function applicationOf(deps: WecomDeps, { log }: Pick<Ctx, 'log'>, corp: CorpKeys): Ask {
  return askingFor(deps, log, corp.application)
}

/** Makes sure that the application of a corp can ask: without a token nothing is handed over. Throws a `ProviderError`. */
export async function assertReady({ database, config }: WecomDeps, { log }: Pick<Ctx, 'log'>, corp: CorpKeys) {
  await accessToken({ database, config, log }, wecomProvider(config.platforms.wecom), corp.application)
}

function askingFor({ database, config }: WecomDeps, log: Ctx['log'], account: ProviderAccount): Ask {
  const provider = wecomProvider(config.platforms.wecom)
  return (request) => callProvider({ database, config, log }, provider, account, request)
}
