import type { ScreenLayout } from '../platform/crud/layout.ts'

export const privacyLayouts: Record<string, ScreenLayout> = {
  personalRequest: {
    first: ['openUntil', 'studentName', 'requestKind', 'requestStatus', 'requesterName', 'relation', 'receivedDate'],
    hasCopy: false,
    fields: { openUntil: { isHidden: true }, schoolCode: { width: 200 } },
  },
  dataPurpose: {
    first: ['purposeName', 'legalBasis', 'dataKinds', 'retainYears', 'storedAt', 'responsibleName', 'validFrom'],
    fields: { purposeName: { width: 200 }, dataKinds: { width: 220 }, storedAt: { width: 160 } },
  },
  retentionRule: {
    first: ['ruleName', 'dataKind', 'keepYears', 'isEnabled'],
    hasCopy: false,
    fields: { ruleName: { width: 160 }, dataKind: { width: 240 }, keepYears: { width: 110 } },
  },
  guardianConsent: {
    first: ['purposeId', 'studentName', 'guardianName', 'relation', 'consentStatus', 'consentVersion', 'givenDate'],
    hasCopy: false,
    fields: { purposeId: { width: 200 }, schoolCode: { width: 200 } },
  },
}
