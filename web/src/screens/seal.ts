import type { ScreenLayout } from '../platform/crud/layout.ts'

export const sealLayouts: Record<string, ScreenLayout> = {
  sesealinfo: {
    emptyHint: '印章申请批准并制章后出现在这里',
    first: ['sealName', 'ownerName', 'sealState', 'validEnd', 'useCount', 'esId'],
    fields: { sealName: { width: 220 }, ownerName: { width: 200 }, esId: { width: 200 } },
  },
  signlog: {
    emptyHint: '文件盖章后自动产生',
    first: ['docName', 'signResult', 'sealName', 'signerName', 'signTime', 'verifyCode', 'seq'],
    fields: { docName: { width: 260 }, sealName: { width: 200 } },
    isUndated: true,
  },
}
