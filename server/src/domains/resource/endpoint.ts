import { refuse } from '../../platform/error.ts'

/** Addresses of the machine's own surroundings, where clouds hand out credentials to whoever asks. */
const LINK_LOCAL = /^(169\.254\.|\[fe[89ab]|\[::ffff:a9fe|metadata\.)/i

/** A web address of a service: http or https, nobody's password in it, not the cloud's own desk. */
export function assertEndpoint(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (!url || !isWeb || url.username || url.password) throw refuse('服务地址应为http或https网址')
  if (LINK_LOCAL.test(url.hostname)) throw refuse('不允许使用该服务地址')
}
