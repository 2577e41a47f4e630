import { isIP } from 'node:net'
import { refuse } from '../../platform/error.ts'
import { type Reach, assertAllowed, assertListed } from '../../platform/net/address.ts'

/**
 * A web address of a service: http or https, nobody's password in it, no number the program must not call. Names are
 * checked when they are called: what they stand for may change until then.
 */
export function assertEndpoint(address: string, reach: Reach): void {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isWeb || url.username || url.password) throw refuse('服务地址应为http或https网址')
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  if (host.startsWith('metadata.')) throw refuse('不允许连接该地址')
  assertListed(host, reach)
  if (isIP(host)) assertAllowed(host, reach)
}
