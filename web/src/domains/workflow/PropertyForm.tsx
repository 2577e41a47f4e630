import { FieldsProperty } from './FieldsProperty.tsx'
import { AssigneeProperty } from './AssigneeProperty.tsx'
import { ConditionProperty } from './ConditionProperty.tsx'
import { DurationProperty } from './DurationProperty.tsx'
import { SelectProperty, TextProperty } from './plain-properties.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import type { PropertyProps } from './modeler-desk.ts'

const SERVICES = [
  { value: '${remind}', label: '提醒办理人' },
  { value: '${notifyStarter}', label: '通知发起人' },
]
const OUTCOMES = [
  { value: 'approved', label: '已通过' },
  { value: 'refused', label: '已驳回' },
]

/** The properties of what is picked; a value is written when its field is left. */
export function PropertyForm({ desk, element }: PropertyProps) {
  const t = useT()
  const of = { desk, element }
  return (
    <>
      <h2>{t(element.type === 'bpmn:Process' ? '流程属性' : '步骤属性')}</h2>
      <TextProperty {...of} name="name" label={element.type === 'bpmn:Process' ? '流程名称' : '名称'} />
      <OwnProperties {...of} />
    </>
  )
}

function OwnProperties(of: PropertyProps) {
  switch (of.element.type) {
    case 'bpmn:Process':
      return <ProcessProperties {...of} />
    case 'bpmn:StartEvent':
      return <FieldsProperty {...of} />
    case 'bpmn:UserTask':
      return <TaskProperties {...of} />
    case 'bpmn:EndEvent':
      return (
        <SelectProperty
          {...of}
          name="xh:outcome"
          label="流程结果"
          options={OUTCOMES}
          help="不选时以最后的审批意见为准"
        />
      )
    case 'bpmn:ServiceTask':
    case 'bpmn:SendTask':
      return <SelectProperty {...of} name="flowable:delegateExpression" label="服务" options={SERVICES} />
    case 'bpmn:SequenceFlow':
      return <ConditionProperty {...of} />
    case 'bpmn:BoundaryEvent':
    case 'bpmn:IntermediateCatchEvent':
      return <DurationProperty {...of} />
    default:
      return null
  }
}

function ProcessProperties(of: PropertyProps) {
  const t = useT()
  return (
    <>
      <TextProperty {...of} name="documentation" label="说明" help="显示在发起页面上" />
      <details>
        <summary>{t('高级设置')}</summary>
        <TextProperty {...of} name="id" label="流程标识" help="同一标识再次部署即为新版本" />
      </details>
    </>
  )
}

function TaskProperties(of: PropertyProps) {
  const isLoop = of.element.businessObject.get('loopCharacteristics') !== undefined
  return (
    <>
      <AssigneeProperty {...of} />
      {isLoop && <TextProperty {...of} name="collection" label="人员集合" help="变量名，办理人填 ${item}" />}
      <FieldsProperty {...of} />
    </>
  )
}
