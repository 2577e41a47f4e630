import type { SocialReach } from './http.ts'

export interface Provider {
  id: string
  source: string
  kind: 'oidc' | 'wecom' | 'wechat'
  issuer: string
  clientId: string
  secret: string
  agentId: string
  scopes: string
  redirectUri: string
  /** Where the program may look for it. */
  reach: SocialReach
}

/** What a sign-in at a provider carries there and back. */
export interface Journey {
  state: string
  nonce: string
  /** PKCE (RFC 7636): what only this server can answer the code with. */
  verifier: string
  redirectUri: string
}

export interface Person {
  uuid: string
  username: string
  avatar: string
}
