import * as z from 'zod'
import type { Provider } from '../../platform/provider/provider.ts'

const tokenAnswer = z.object({ access_token: z.string().min(1).max(512), expires_in: z.number().positive() })

/** What the codes of the platform mean, and what to do about them. */
export const WORDS: Readonly<Record<number, string>> = {
  [-1]: '系统繁忙，请稍后再试',
  1: '部分数据未成功',
  40_001: 'Secret不正确，请在企业管理中核对',
  40_003: '账号不存在',
  40_013: '企业ID不正确，请在企业管理中核对',
  40_014: '访问凭证不正确',
  40_031: '账号列表不正确',
  40_032: '账号列表过长',
  40_035: '参数不正确',
  40_056: '应用AgentId不正确，请在企业管理中核对',
  40_058: '参数不符合要求',
  40_063: '参数为空',
  40_066: '部门列表不正确',
  40_068: '标签列表不正确',
  40_091: 'Secret不正确，请在企业管理中核对',
  41_001: '缺少访问凭证',
  42_001: '访问凭证已过期',
  45_009: '调用过于频繁，请过一会儿再试',
  45_024: '账号数量超过上限',
  45_033: '同时调用过多，请稍后再试',
  46_004: '账号不存在',
  48_002: '应用没有该接口的权限，请在企业微信后台授权',
  60_003: '部门不存在，请先从平台同步',
  60_004: '上级部门不存在，请先从平台同步',
  60_005: '部门下还有成员',
  60_006: '部门下还有子部门',
  60_007: '不能删除根部门',
  60_008: '部门已存在',
  60_009: '部门名称不正确',
  60_010: '部门的上下级形成了循环',
  60_011: '应用无权管理该部门或成员，请在企业微信后台授权',
  60_020: '服务器的IP地址不在可信名单内，请在企业微信后台添加',
  60_102: '账号已存在',
  60_103: '手机号不正确',
  60_104: '手机号已被使用',
  60_111: '账号不存在',
  60_123: '部门编号不正确，请先从平台同步',
  60_124: '上级部门编号不正确，请先从平台同步',
  60_125: '部门名称不正确',
  60_129: '手机号和邮箱不能都为空',
  81_013: '接收人都无效',
  82_001: '接收人都无效',
  84_061: '没有外部联系人',
  84_074: '没有外部联系人的权限，请在企业微信后台授权',
  301_002: '应用没有权限，请在企业微信后台授权',
  2_000_002: '企业ID不正确，请在企业管理中核对',
}

/** Nothing goes on until an administrator has put something right, or the platform lets calls through again. */
const STOPPING = [
  -1, 40_001, 40_013, 40_014, 40_056, 40_091, 41_001, 42_001, 45_009, 45_024, 45_033, 48_002, 60_011, 60_020, 84_074,
  301_002, 2_000_002,
]

/** Whether a code is about the corp or the moment, not about the row. */
export function isStopping(errcode: number | undefined): boolean {
  return errcode === undefined || STOPPING.includes(errcode)
}

/** What is to be made is there already. */
export const EXISTING = [60_008, 60_102]
/** What is to be changed or read is not there. */
export const MISSING = [40_003, 46_004, 60_003, 60_111, 60_123]
/** Somebody without external contacts. */
export const NO_CONTACTS = 84_061
/** Of a batch some rows failed; each says why. */
export const PARTLY = 1

/** The messenger of corps; one token per secret. */
export function wecomProvider(host: string): Provider {
  return {
    name: 'wecom',
    title: '企业微信',
    host,
    tokenErrors: [40_014, 42_001, 41_001],
    busyErrors: [-1, 45_009, 45_033],
    words: WORDS,
    async askToken(ask, { key, secret }) {
      const query = { corpid: key, corpsecret: secret }
      const given = tokenAnswer.parse(await ask({ method: 'GET', path: '/cgi-bin/gettoken', query }))
      return { token: given.access_token, expiresIn: given.expires_in }
    },
  }
}
