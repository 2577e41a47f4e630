import { type Asked, Bytes, Refusal, type Route, type StandIn, startStandIn } from './base.ts'

export interface FakeFollower {
  openid: string
  nickname?: string
  remark?: string
  subscribe_time: number
  tagid_list: number[]
  qr_scene_str?: string
  unionid?: string
}

/** A template message as it arrived at somebody's phone. */
export interface Arrived {
  openid: string
  msgid: string
  text: string
  at: number
}

export interface FakeWechat extends StandIn {
  secret: string
  followers: Map<string, FakeFollower>
  tags: Map<number, string>
  menu: object[] | undefined
  /** Menus for some followers alone, beside that of all. */
  conditionalMenus: object[]
  templates: { template_id: string; title: string; content: string }[]
  materials: Map<string, { type: string; name: string; url: string }>
  drafts: Map<string, Record<string, unknown>[]>
  /** Permanent articles, of before there were drafts. */
  olderNews: Map<string, Record<string, unknown>[]>
  /** Messages of the service. */
  said: { openid: string; msgtype: string; content: Record<string, unknown> }[]
  arrived: Arrived[]
  records: object[]
  /** Openids on a page of all followers. */
  pageSize: number
  /** Whom a template message cannot reach, with the code it is refused with. */
  refused: Map<string, number>
  /** The token is not known any more. */
  expireTokens(): void
  /** Adds so many people who follow. */
  follow(count: number, prefix?: string): void
}

const SEEN_ONCE_MS = 600_000
const INFO_MOST = 100
const TAG_MOST = 50

/** The platform of public accounts on this machine: tokens, people, tags, menu, materials, templates, messages, QR codes. */
export async function startWechat(options: { port?: number; secret?: string } = {}): Promise<FakeWechat> {
  const secret = options.secret ?? 'stand-in-secret-of-32-characters'
  const valid = new Set<string>()
  const once = new Map<string, { msgid: string; at: number }>()
  let serial = 0
  let lastTag = 100

  const followers = new Map<string, FakeFollower>()
  const tags = new Map<number, string>([[2, '星标组']])
  const arrived: Arrived[] = []
  const known = (openid: unknown): FakeFollower => {
    const found = followers.get(String(openid))
    if (!found) throw new Refusal(40_003, 'invalid openid')
    return found
  }
  const infoOf = (openid: string): object => {
    const one = followers.get(openid)
    return one
      ? {
          subscribe: 1,
          language: 'zh_CN',
          groupid: 0,
          remark: '',
          subscribe_scene: 'ADD_SCENE_SEARCH',
          qr_scene: 0,
          qr_scene_str: '',
          ...one,
        }
      : { subscribe: 0, openid }
  }
  const tagRoute =
    (isOn: boolean): Route =>
    ({ body }) => {
      const list = body['openid_list'] as string[]
      const tagid = Number(body['tagid'])
      if (list.length === 0 || list.length > TAG_MOST) throw new Refusal(40_032, 'invalid openid list size')
      if (!tags.has(tagid)) throw new Refusal(45_159, 'invalid tag')
      for (const openid of list) {
        const one = known(openid)
        one.tagid_list = [...one.tagid_list.filter((id) => id !== tagid), ...(isOn ? [tagid] : [])]
        if (one.tagid_list.length > 20) throw new Refusal(45_059, 'too many tags')
      }
      return OK
    }

  const routes: Record<string, Route> = {
    'POST /cgi-bin/stable_token': ({ body }) => {
      if (body['secret'] !== secret) throw new Refusal(40_125, 'invalid appsecret')
      if (body['force_refresh']) valid.clear()
      const [old] = valid
      serial += 1
      const token = old ?? `token-${serial}`
      valid.add(token)
      return { access_token: token, expires_in: 7200 }
    },
    'GET /cgi-bin/user/get': ({ query }) => {
      const all = [...followers.keys()]
      const from = query['next_openid'] ? all.indexOf(query['next_openid']) + 1 : 0
      const openid = all.slice(from, from + fake.pageSize)
      return {
        total: all.length,
        count: openid.length,
        ...(openid.length > 0 && { data: { openid } }),
        next_openid: openid.at(-1) ?? '',
      }
    },
    'GET /cgi-bin/user/info': ({ query }) => infoOf(query['openid'] ?? ''),
    'POST /cgi-bin/user/info/batchget': ({ body }) => {
      const list = body['user_list'] as { openid: string }[]
      if (list.length > INFO_MOST) throw new Refusal(40_032, 'invalid openid list size')
      return { user_info_list: list.map(({ openid }) => infoOf(openid)) }
    },
    'POST /cgi-bin/user/info/updateremark': ({ body }) => {
      known(body['openid']).remark = String(body['remark'])
      return OK
    },
    'GET /cgi-bin/tags/get': () => ({
      tags: [...tags].map(([id, name]) => ({
        id,
        name,
        count: [...followers.values()].filter((one) => one.tagid_list.includes(id)).length,
      })),
    }),
    'POST /cgi-bin/tags/create': ({ body }) => {
      const { name } = body['tag'] as { name: string }
      if ([...tags.values()].includes(name)) throw new Refusal(45_157, 'invalid tag name')
      lastTag += 1
      tags.set(lastTag, name)
      return { tag: { id: lastTag, name } }
    },
    'POST /cgi-bin/tags/update': ({ body }) => {
      const { id, name } = body['tag'] as { id: number; name: string }
      if (id <= 2) throw new Refusal(45_058, 'system tag')
      if (!tags.has(id)) throw new Refusal(45_159, 'invalid tag')
      tags.set(id, name)
      return OK
    },
    'POST /cgi-bin/tags/delete': ({ body }) => {
      const { id } = body['tag'] as { id: number }
      if (id <= 2) throw new Refusal(45_058, 'system tag')
      tags.delete(id)
      for (const one of followers.values()) one.tagid_list = one.tagid_list.filter((tag) => tag !== id)
      return OK
    },
    'POST /cgi-bin/tags/members/batchtagging': tagRoute(true),
    'POST /cgi-bin/tags/members/batchuntagging': tagRoute(false),
    'POST /cgi-bin/menu/create': ({ body }) => {
      const button = body['button'] as { sub_button?: object[]; type?: string }[]
      if (button.length < 1 || button.length > 3) throw new Refusal(40_016, 'invalid button size')
      if (button.some((one) => one.sub_button && one.type)) throw new Refusal(40_023, 'invalid sub button')
      fake.menu = button
      return OK
    },
    'GET /cgi-bin/menu/get': () => {
      if (!fake.menu) throw new Refusal(46_003, 'menu no exist')
      const conditional = fake.conditionalMenus.length > 0 && { conditionalmenu: fake.conditionalMenus }
      return { menu: { button: fake.menu, menuid: 1 }, ...conditional }
    },
    'GET /cgi-bin/menu/delete': () => {
      fake.menu = undefined
      return OK
    },
    'GET /cgi-bin/template/get_all_private_template': () => ({ template_list: fake.templates }),
    'POST /cgi-bin/message/template/send': ({ body }) => {
      const openid = String(body['touser'])
      const template = fake.templates.find((one) => one.template_id === body['template_id'])
      if (!template) throw new Refusal(40_037, 'invalid template_id')
      const code = fake.refused.get(openid)
      if (code) throw new Refusal(code, 'told to')
      if (!followers.has(openid)) throw new Refusal(43_004, 'require subscribe')
      const key = `${openid} ${String(body['client_msg_id'] ?? '')}`
      const before = once.get(key)
      if (before && body['client_msg_id'] && Date.now() - before.at < SEEN_ONCE_MS)
        return { errcode: 0, errmsg: 'ok', msgid: Number(before.msgid) }
      serial += 1
      const msgid = String(9_000_000 + serial)
      once.set(key, { msgid, at: Date.now() })
      const data = body['data'] as Record<string, { value: string }>
      const text = template.content.replaceAll(/\{\{(\w+)\.DATA\}\}/g, (_all, name: string) => data[name]?.value ?? '')
      arrived.push({ openid, msgid, text, at: Date.now() })
      return { errcode: 0, errmsg: 'ok', msgid: Number(msgid) }
    },
    'POST /cgi-bin/message/custom/send': ({ body }) => {
      const msgtype = String(body['msgtype'])
      known(body['touser'])
      fake.said.push({ openid: String(body['touser']), msgtype, content: body[msgtype] as Record<string, unknown> })
      return OK
    },
    'POST /customservice/msgrecord/getmsglist': ({ body }) => {
      const from = Number(body['msgid']) - 1
      const some = fake.records.slice(from, from + Number(body['number']))
      return { recordlist: some, number: some.length, msgid: from + some.length + 1 }
    },
    'POST /cgi-bin/qrcode/create': ({ body }) => {
      serial += 1
      const isTemp = String(body['action_name']).startsWith('QR_STR') || body['action_name'] === 'QR_SCENE'
      const ticket = `ticket-${serial}`
      return {
        ticket,
        ...(isTemp && { expire_seconds: Number(body['expire_seconds'] ?? 30) }),
        url: `http://weixin.qq.com/q/${ticket}`,
      }
    },
    'GET /cgi-bin/showqrcode': () => new Bytes(Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg'),
    'GET /cgi-bin/material/get_materialcount': () => {
      const of = (type: string) => [...fake.materials.values()].filter((one) => one.type === type).length
      return {
        voice_count: of('voice'),
        video_count: of('video'),
        image_count: of('image'),
        news_count: fake.olderNews.size,
      }
    },
    'POST /cgi-bin/material/add_material': (asked) => addMaterial(asked),
    'POST /cgi-bin/material/batchget_material': ({ body }) => {
      if (body['type'] === 'news') return newsPage(fake.olderNews, body)
      const all = [...fake.materials].filter(([, one]) => one.type === body['type'])
      const item = all
        .slice(Number(body['offset']), Number(body['offset']) + Number(body['count']))
        .map(([media_id, { name, url }]) => ({ media_id, name, url, update_time: 1_767_225_600 }))
      return { total_count: all.length, item_count: item.length, item }
    },
    'POST /cgi-bin/material/del_material': ({ body }) => {
      if (!fake.materials.delete(String(body['media_id']))) throw new Refusal(40_007, 'invalid media_id')
      return OK
    },
    'GET /cgi-bin/draft/count': () => ({ total_count: fake.drafts.size }),
    'POST /cgi-bin/draft/add': ({ body }) => {
      serial += 1
      const articles = body['articles'] as Record<string, unknown>[]
      for (const article of articles)
        if (!fake.materials.has(String(article['thumb_media_id']))) throw new Refusal(40_007, 'invalid media_id')
      fake.drafts.set(`draft-${serial}`, articles)
      return { media_id: `draft-${serial}` }
    },
    'POST /cgi-bin/draft/update': ({ body }) => {
      const articles = fake.drafts.get(String(body['media_id']))
      if (!articles) throw new Refusal(40_007, 'invalid media_id')
      articles[Number(body['index'])] = body['articles'] as Record<string, unknown>
      return OK
    },
    'POST /cgi-bin/draft/batchget': ({ body }) => newsPage(fake.drafts, body),
    'POST /cgi-bin/draft/delete': ({ body }) => {
      if (!fake.drafts.delete(String(body['media_id']))) throw new Refusal(40_007, 'invalid media_id')
      return OK
    },
  }

  function addMaterial({ bytes, headers, query }: Asked): object {
    if (!String(headers['content-type']).startsWith('multipart/form-data'))
      throw new Refusal(41_005, 'media data missing')
    const text = bytes.toString('latin1')
    const fileName = /name="media"; filename="([^"]+)"/.exec(text)?.[1]
    if (!fileName) throw new Refusal(41_005, 'media data missing')
    if (query['type'] === 'video' && !text.includes('name="description"'))
      throw new Refusal(40_035, 'description missing')
    serial += 1
    const media_id = `media-${serial}`
    const name = Buffer.from(fileName, 'latin1').toString('utf8')
    fake.materials.set(media_id, { type: query['type'] ?? 'image', name, url: `http://mmbiz.qpic.cn/${media_id}` })
    return { media_id, url: `http://mmbiz.qpic.cn/${media_id}` }
  }

  const base = await startStandIn(routes, {
    ...options,
    before({ path, query }) {
      if (path === '/cgi-bin/stable_token' || path === '/cgi-bin/showqrcode') return
      if (!valid.has(query['access_token'] ?? '')) throw new Refusal(40_001, 'invalid credential')
    },
  })
  const fake: FakeWechat = {
    ...base,
    secret,
    followers,
    tags,
    menu: undefined,
    conditionalMenus: [],
    templates: [
      {
        template_id: 'tpl-score',
        title: '成绩发布通知',
        content: '考试：{{thing1.DATA}}\n时间：{{time2.DATA}}\n{{thing3.DATA}}',
      },
      { template_id: 'tpl-meeting', title: '家长会通知', content: '主题：{{thing1.DATA}}\n地点：{{thing2.DATA}}' },
    ],
    materials: new Map([['media-cover', { type: 'image', name: '封面.png', url: 'http://mmbiz.qpic.cn/cover' }]]),
    drafts: new Map(),
    olderNews: new Map(),
    said: [],
    arrived,
    records: [],
    pageSize: 10_000,
    refused: new Map(),
    expireTokens: () => valid.clear(),
    follow(count, prefix = 'o') {
      for (let n = 0; n < count; n += 1) {
        const openid = `${prefix}${String(n).padStart(7, '0')}`
        followers.set(openid, { openid, subscribe_time: 1_767_225_600 + n, tagid_list: [] })
      }
    },
  }
  return fake
}

const OK = { errcode: 0, errmsg: 'ok' }

function newsPage(news: Map<string, Record<string, unknown>[]>, { offset, count }: Record<string, unknown>): object {
  const item = [...news]
    .slice(Number(offset), Number(offset) + Number(count))
    .map(([media_id, news_item]) => ({ media_id, content: { news_item }, update_time: 1_767_225_600 }))
  return { total_count: news.size, item_count: item.length, item }
}
