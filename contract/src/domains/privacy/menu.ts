import type { MenuNode } from '../../kit/domain.ts'

/** inferred: the family has no such screens. */
export const privacyMenu: MenuNode = {
  code: 'privacy',
  title: '个人信息保护',
  path: '/privacy',
  icon: 'UserOutlined',
  children: [
    {
      code: 'privacy_requests',
      title: '个人信息请求',
      path: '/privacy/requests',
      entity: 'personalRequest',
      page: 'privacy/personal-request',
    },
    {
      code: 'privacy_answers',
      title: '请求答复',
      path: '/privacy/answers',
      page: 'privacy/request-answer',
      permission: 'personalrequest_answer',
    },
    {
      code: 'privacy_purposes',
      title: '处理目的登记',
      path: '/privacy/purposes',
      entity: 'dataPurpose',
      page: 'privacy/data-purpose',
    },
    {
      code: 'privacy_consents',
      title: '监护人同意',
      path: '/privacy/consents',
      entity: 'guardianConsent',
      page: 'privacy/guardian-consent',
    },
    {
      code: 'privacy_retention',
      title: '保留规则',
      path: '/privacy/retention',
      entity: 'retentionRule',
      page: 'privacy/retention-rule',
      buttons: { retentionrule_run: '清理到期数据' },
    },
    {
      code: 'privacy_evidence',
      title: '合规证据',
      path: '/privacy/evidence',
      page: 'privacy/evidence',
      permission: 'privacyevidence_make',
    },
  ],
}
