import { socialProvider } from '@xueheng/contract/domains/sign-in/social.ts'
import type { StoredValues } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/ctx.ts'
import { decryptField } from '../../../platform/secret.ts'
import type { SocialReach } from './http.ts'
import type { Journey, Person, Provider } from './provider-types.ts'
import { person as oidcPerson, authorizeUrl as oidcUrl } from './oidc.ts'
import { person as wechatPerson, authorizeUrl as wechatUrl } from './wechat.ts'
import { person as wecomPerson, authorizeUrl as wecomUrl } from './wecom.ts'
import { every } from '../../../platform/access/doors.ts'

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

const PROVIDERS = every(socialProvider, 'who signs in sees nothing yet')

type Row = Omit<Provider, 'reach' | 'secret'> & Pick<StoredValues<typeof socialProvider.fields>, 'clientSecret'>

/** The enabled provider of the connection's tenant. */
export async function findProvider(
  db: Db,
  config: { masterKey: Buffer } & SocialReach,
  source: string,
): Promise<Provider | undefined> {
  const found = await sql<Row>`select id, source, kind, coalesce(issuer, '') as issuer, client_id, client_secret,
      coalesce(agent_id, '') as agent_id, coalesce(scopes, '') as scopes, coalesce(redirect_uri, '') as redirect_uri
    from ${PROVIDERS} p where source = ${source} and is_enabled = 1 and is_deleted = 0
      and client_secret is not null`.execute(db)
  const [row] = found.rows
  if (!row) return undefined
  const { clientSecret: _secret, ...open } = row
  return { ...open, secret: decryptField(config.masterKey, socialProvider, row, 'clientSecret'), reach: config }
}
