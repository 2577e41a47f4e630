import { sql } from 'kysely'
import type { Db } from '../../../platform/ctx.ts'
import { decryptSecret } from '../../../platform/secret.ts'
import type { SocialReach } from './http.ts'
import type { Journey, Person, Provider } from './provider-types.ts'
import { person as oidcPerson, authorizeUrl as oidcUrl } from './oidc.ts'
import { person as wechatPerson, authorizeUrl as wechatUrl } from './wechat.ts'
import { person as wecomPerson, authorizeUrl as wecomUrl } from './wecom.ts'
import { own } from '../../../platform/db/table.ts'
import { socialProvider } from '../tables.ts'

interface Kind {
  authorizeUrl(provider: Provider, journey: Journey): Promise<string>
  /** Who the code stands for. Throws when the provider refuses or its answer is not to be believed. */
  person(provider: Provider, journey: Journey, code: string): Promise<Person>
}

export const KINDS: Record<Provider['kind'], Kind> = {
  oidc: { authorizeUrl: oidcUrl, person: oidcPerson },
  wecom: { authorizeUrl: wecomUrl, person: wecomPerson },
  wechat: { authorizeUrl: wechatUrl, person: wechatPerson },
}

export function placeOf(id: string): string {
  return `social_provider.client_secret:${id}`
}

type Row = Omit<Provider, 'reach' | 'secret'> & { sealed: string }

/** The enabled provider of the connection's tenant. */
export async function findProvider(
  db: Db,
  config: { masterKey: Buffer } & SocialReach,
  source: string,
): Promise<Provider | undefined> {
  const found =
    await sql<Row>`select id, source, kind, coalesce(issuer, '') as issuer, client_id, client_secret as sealed,
      coalesce(agent_id, '') as agent_id, coalesce(scopes, '') as scopes, coalesce(redirect_uri, '') as redirect_uri
    from ${own(socialProvider)} where source = ${source} and is_enabled = 1`.execute(db)
  const row = found.rows[0]
  if (!row) return undefined
  const { sealed, ...rest } = row
  return { ...rest, secret: decryptSecret(config.masterKey, placeOf(row.id), sealed), reach: config }
}
