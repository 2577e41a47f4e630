import { t } from '../../platform/i18n/i18n.ts'

const EVENTS: Readonly<Record<string, string>> = {
  subscribe: '关注了公众号',
  unsubscribe: '取消了关注',
  CLICK: '点击了菜单',
  VIEW: '打开了网页',
  SCAN: '扫描了二维码',
  LOCATION: '上报了位置',
}

const KINDS: Readonly<Record<string, string>> = {
  image: '图片',
  voice: '语音',
  video: '视频',
  shortvideo: '小视频',
  music: '音乐',
  news: '图文链接',
  mpnews: '图文素材',
  mpnewsarticle: '已发布文章',
  wxcard: '卡券',
  miniprogrampage: '小程序卡片',
  msgmenu: '菜单消息',
  transfer_customer_service: '转人工',
}

/** What a message says, in one line. */
export function messageText(msgType: string, given: unknown): string {
  const detail = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>
  const said = (name: string): string => (typeof detail[name] === 'string' ? detail[name] : '')
  if (msgType === 'text') return said('content')
  if (msgType === 'event') return [t(EVENTS[said('event')] ?? '事件'), said('eventKey')].filter(Boolean).join('：')
  if (msgType === 'location') return `[${t('位置')}] ${said('label')}`
  if (msgType === 'link') return `[${t('链接')}] ${said('title')} ${said('url')}`
  return `[${t(KINDS[msgType] ?? '其他')}]`
}
