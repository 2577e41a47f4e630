import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { refuse } from '../error.ts'

/** Which addresses the program itself may call. */
export interface Reach {
  /** This machine and the networks of a house: by setting, and in demonstrations. */
  isPrivateAllowed: boolean
  /** Names of the only hosts that may be called, `*.` in front for all below one; any without it. */
  outboundHosts: readonly string[] | undefined
}

type Range = [net: string, bits: number, family: 'ipv4' | 'ipv6']

/** Never a service: machines that hand out credentials, nobody, many, and v4 addresses in the dress of v6. */
const REFUSED = listOf([
  ['0.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['100.100.100.0', 24, 'ipv4'],
  ['168.63.129.16', 32, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 128, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
  ['fd00:ec2::', 32, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['2002::', 16, 'ipv6'],
])

/** RFC 1918, 4193, 6598, 2544 and loopback. */
const PRIVATE = listOf([
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
])

function listOf(ranges: Range[]): BlockList {
  const list = new BlockList()
  for (const [net, bits, family] of ranges) list.addSubnet(net, bits, family)
  return list
}

/** Throws in the user's words when a numeric address must not be called. */
export function assertAllowed(address: string, { isPrivateAllowed }: Pick<Reach, 'isPrivateAllowed'>): void {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (REFUSED.check(address, family)) throw refuse('不允许连接该地址')
  if (!isPrivateAllowed && isPrivate(address)) {
    throw refuse('不允许连接内网地址，如确有需要请由运维人员设置 ALLOW_PRIVATE_ENDPOINTS=1')
  }
}

/** Whether an address lies on this machine or in the networks of a house. */
export function isPrivate(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Throws in the user's words when the operator has named the hosts to be called and this is none of them. */
export function assertListed(host: string, { outboundHosts }: Reach): void {
  if (!outboundHosts) return
  const name = plainName(host)
  const isListed = outboundHosts.some((one) => {
    const listed = plainName(one)
    return listed.startsWith('*.') ? name.endsWith(listed.slice(1)) : name === listed
  })
  if (!isListed) throw refuse('该主机不在允许外连的名单内，请由运维人员加入 OUTBOUND_HOSTS')
}

/** Without case, the brackets of numbers and the dot of the root. */
function plainName(host: string): string {
  return host.replaceAll(/[[\]]/g, '').toLowerCase().replace(/\.$/, '')
}

/**
 * The number behind a host name. It is what is connected to, so that a name cannot change its mind afterwards; a name
 * is refused when any of its numbers is.
 */
export async function resolveHost(host: string, reach: Reach): Promise<string> {
  assertListed(host, reach)
  const found = await lookup(host.replaceAll(/[[\]]/g, ''), { all: true, verbatim: false }).catch(() => [])
  const [first] = found
  if (!first) throw refuse('无法解析主机名')
  for (const { address } of found) assertAllowed(address, reach)
  return first.address
}
