import type { ScreenLayout } from '../platform/crud/layout.ts'

export const sealLayouts: Record<string, ScreenLayout> = {
  sesealpermit: {
    first: ['sealName', 'permitStatus', 'unitName', 'applyType', 'sealType', 'permitNo'],
    fields: { sealName: { width: 220 }, unitName: { width: 180 } },
  },
  sealmould: {
    first: ['mouldName', 'mouldType', 'sealText', 'isEnabled', 'deptUscc'],
    fields: { mouldName: { width: 200 }, sealText: { width: 180 } },
  },
  cert: {
    first: ['certName', 'certType', 'algorithm', 'notAfter', 'isEnabled', 'issuerId'],
    fields: { certName: { width: 220 }, issuerId: { width: 200 } },
  },
  trustchain: {
    first: ['chainName', 'isAnchor', 'nodeLevel', 'algorithm', 'notAfter'],
    fields: { chainName: { width: 220 } },
  },
  crl: {
    first: ['issuerId', 'crlStatus', 'crlNumber', 'thisUpdate', 'nextUpdate', 'entryCount'],
    fields: { issuerId: { width: 200 } },
  },
  certinfo: {
    first: ['holderName', 'certStatus', 'notAfter', 'ukeyId', 'deptUscc'],
    fields: { holderName: { width: 180 } },
  },
  ukeyinfo: {
    first: ['holderName', 'ukeyStatus', 'label', 'ukeySn', 'expireTime'],
    fields: { holderName: { width: 180 } },
  },
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
