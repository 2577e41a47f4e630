import type { MenuNode } from '../../kit/domain.ts'

export const sealMenu: MenuNode = {
  code: 'seal',
  title: '电子印章',
  path: '/seal',
  icon: 'SafetyCertificateOutlined',
  children: [
    {
      code: 'seal_permit',
      title: '印章申请',
      path: '/seal/sesealpermit',
      entity: 'sesealpermit',
      page: 'seal/seal-permit',
      buttons: { sesealpermit_make: '制章' },
    },
    {
      code: 'seal_approval',
      title: '印章审批',
      path: '/seal/sesealpermit/approval',
      page: 'seal/seal-approval',
      permission: 'sesealpermit_approval',
    },
    {
      code: 'seal_mould',
      title: '印模管理',
      path: '/seal/sealmould',
      entity: 'sealmould',
      page: 'seal/seal-mould',
    },
    { code: 'seal_cipher', title: '密钥管理', path: '/seal/signserver/cipher', entity: 'cipher' },
    { code: 'seal_cert', title: '证书管理', path: '/seal/signserver/cert', entity: 'cert' },
    { code: 'seal_trust_chain', title: '信任链', path: '/seal/signserver/trustchain', entity: 'trustchain' },
    { code: 'seal_crl', title: '证书吊销列表', path: '/seal/signserver/crl', entity: 'crl' },
    {
      code: 'seal_cert_info',
      title: '证书信息',
      path: '/seal/certinfo',
      entity: 'certinfo',
      page: 'seal/cert-info',
    },
    { code: 'seal_ukey', title: 'UKey管理', path: '/seal/ukeyinfo', entity: 'ukeyinfo' },
  ],
}
