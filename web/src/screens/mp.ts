import type { ScreenLayout } from '../platform/crud/layout.ts'

/** Rows of the platform: they come by a pull or a callback and are neither made nor carried away here. */
const FED: ScreenLayout = { isFedElsewhere: true, hasExport: false, hasCopy: false }
const NO_DATE = { isUndated: true }

/** Accounts hold keys: they are neither carried away nor used as a model. */
export const mpLayouts: Record<string, ScreenLayout> = {
  wxAccount: { first: ['name'], hasExport: false, hasCopy: false },
  wxUser: {
    ...FED,
    ...NO_DATE,
    isReadOnly: false,
    first: ['openid', 'remark', 'tagidList', 'subscribe', 'subscribeTime', 'nickname'],
    fields: { openid: { width: 220 } },
    emptyHint: '点“同步粉丝”从微信读取',
  },
  wxMsg: {
    ...FED,
    ...NO_DATE,
    isReadOnly: true,
    first: ['detail', 'inOut', 'msgType', 'msgTime', 'openid'],
    emptyHint: '粉丝给公众号发消息后出现在这里',
  },
  wxQrCode: {
    ...FED,
    isReadOnly: false,
    first: ['sceneStr', 'isTemp', 'expireTime'],
    emptyHint: '点“生成二维码”录入第一条',
  },
  wxAssets: {
    ...FED,
    ...NO_DATE,
    isReadOnly: true,
    first: ['name', 'mediaId', 'wxUpdateTime'],
    emptyHint: '上传一个，或点“同步素材”从微信读取',
  },
  templateMsgLog: { ...FED, ...NO_DATE, isReadOnly: false, first: ['touser', 'sendStatus', 'sendResult', 'sendTime'] },
  msgTemplate: {
    first: ['name', 'title', 'isEnabled', 'templateId'],
    fields: { templateId: { width: 200 } },
    hasExport: false,
    emptyHint: '点“同步消息模板”从微信读取',
  },
  msgReplyRule: {
    first: ['ruleName', 'matchValue', 'replyType', 'replyContent'],
    fields: { replyContent: { width: 260 } },
  },
  wxBinding: {
    isReadOnly: true,
    hasExport: false,
    isUndated: true,
    first: ['studentName', 'className', 'bindStatus', 'bindTime'],
    emptyHint: '发放绑定码后，家长向公众号发送“绑定”加绑定码，出现在这里',
  },
}
