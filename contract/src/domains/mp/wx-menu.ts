import { defineCall } from '../../kit/call.ts'
import { dateTime, flag, json, text } from '../../kit/field.ts'
import { APPID, MANAGE } from './context.ts'

/** 一个按钮；有下级的不带类型。 */
export interface WxMenuButton {
  type?: string
  name: string
  key?: string
  url?: string
  mediaId?: string
  articleId?: string
  appId?: string
  pagePath?: string
  subButtons?: WxMenuButton[]
}

export const MENU_LIMITS = {
  first: 3,
  second: 5,
  /** Bytes of UTF-8. */
  firstName: 16,
  secondName: 60,
  key: 128,
  url: 1024,
} as const

/** What a button of a type cannot do without. */
export const BUTTON_NEEDS: Readonly<
  Record<string, readonly ('key' | 'url' | 'mediaId' | 'articleId' | 'appId' | 'pagePath')[]>
> = {
  click: ['key'],
  view: ['url'],
  scancode_push: ['key'],
  scancode_waitmsg: ['key'],
  pic_sysphoto: ['key'],
  pic_photo_or_album: ['key'],
  pic_weixin: ['key'],
  location_select: ['key'],
  media_id: ['mediaId'],
  view_limited: ['mediaId'],
  article_id: ['articleId'],
  article_view_limited: ['articleId'],
  miniprogram: ['url', 'appId', 'pagePath'],
}

const NAMES = {
  key: '菜单 KEY',
  url: '网址',
  mediaId: '素材',
  articleId: '文章',
  appId: '小程序 appid',
  pagePath: '小程序页面',
} as const

/** What is wrong with a menu, by the place of the button (`1`, `1.2`); nothing when it may be published. */
export function menuProblems(buttons: readonly WxMenuButton[]): { place: string; message: string }[] {
  if (buttons.length > MENU_LIMITS.first) return [{ place: '', message: '一级菜单最多3个' }]
  return buttons.flatMap((button, at) => {
    const place = String(at + 1)
    const below = button.subButtons ?? []
    if (below.length > MENU_LIMITS.second) return [{ place, message: '二级菜单最多5个' }]
    const own = problemsOf(button, place, MENU_LIMITS.firstName, below.length > 0)
    return [
      ...own,
      ...below.flatMap((one, index) => problemsOf(one, `${place}.${index + 1}`, MENU_LIMITS.secondName, false)),
    ]
  })
}

function problemsOf(
  button: WxMenuButton,
  place: string,
  most: number,
  isParent: boolean,
): { place: string; message: string }[] {
  const messages: string[] = []
  const bytes = bytesOf(button.name.trim())
  if (bytes === 0) messages.push('请输入菜单名称')
  else if (bytes > most) messages.push(`菜单名称最多${most}个字节，一个汉字占3个`)
  if (!isParent) messages.push(...contentProblems(button))
  return messages.map((message) => ({ place, message }))
}

/** In UTF-8. */
function bytesOf(text: string): number {
  const sizes = [...text].map((sign) => sign.codePointAt(0) ?? 0)
  return sizes.reduce((sum, code) => sum + (code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4), 0)
}

function contentProblems(button: WxMenuButton): string[] {
  const needs = BUTTON_NEEDS[button.type ?? '']
  if (!needs) return ['请选择菜单内容的类型']
  const missing = needs.filter((name) => !button[name]?.trim()).map((name) => `请填写${NAMES[name]}`)
  if ((button.key?.length ?? 0) > MENU_LIMITS.key) missing.push('菜单 KEY 最多128个字符')
  if ((button.url?.length ?? 0) > MENU_LIMITS.url) missing.push('网址最多1024个字符')
  if (button.url && !/^https?:\/\/\S+$/.test(button.url)) missing.push('网址须以 http:// 或 https:// 开头')
  return missing
}

const BASE = `${MANAGE}/wxMenu`

const MENU = {
  menu: json<{ buttons: WxMenuButton[] }>('菜单', { required: true }),
  conditionalMenu: json<object[]>('个性化菜单', { required: true }),
  /** 微信暂时无法访问时为1：看到的是上次发布的。 */
  isKept: flag('上次发布的', { required: true }), // inferred
  keptTime: dateTime('上次发布时间'), // inferred
}

export const menuGet = defineCall('wxMenu.getMenu', {
  method: 'GET',
  path: `${BASE}/getMenu`,
  aliases: [`${BASE}/detail`],
  title: '公众号菜单',
  access: { permission: 'wxmenu_view' },
  notes: true,
  input: APPID,
  output: MENU,
})

/** 整个菜单；没有按钮就是删除菜单。手机上最多五分钟后看到。 */
export const menuUpdate = defineCall('wxMenu.updateMenu', {
  method: 'POST',
  path: `${BASE}/updateMenu`,
  aliases: [`${BASE}/submit`],
  title: '发布公众号菜单',
  access: { permission: 'wxmenu_publish' },
  outside: true,
  input: { buttons: json<WxMenuButton[]>('菜单'), ...APPID },
  answer: 'status',
})

export const menuDelete = defineCall('wxMenu.delete', {
  method: 'POST',
  path: `${BASE}/delete`,
  title: '删除公众号菜单',
  access: { permission: 'wxmenu_publish' },
  outside: true,
  input: { ...APPID, ids: text('主键', { length: 1000 }) },
  answer: 'status',
})

export const wxMenuCalls = [menuGet, menuUpdate, menuDelete]
