import { Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import type { Desk, DrawnElement, PropertyName } from './modeler-desk.ts'

interface Property {
  name: PropertyName
  label: string
  help?: string
  options?: { value: string; label: string }[]
}

const NAME: Property = { name: 'name', label: '名称' }
const TASK: Property[] = [
  NAME,
  { name: 'flowable:assignee', label: '办理人', help: '账号或变量，如 ${taskUser}、${createUser}' },
  { name: 'flowable:candidateUsers', label: '候选人', help: '多个账号以逗号分隔' },
  { name: 'flowable:candidateGroups', label: '候选组', help: '角色别名，多个以逗号分隔' },
  { name: 'flowable:formKey', label: '表单标识', help: '申请人调整申请的步骤填 adjust' },
]
const LOOP: Property = { name: 'collection', label: '人员集合', help: '变量名，办理人填 ${item}' }
const SERVICE: Property = {
  name: 'flowable:delegateExpression',
  label: '服务',
  options: [
    { value: '${remind}', label: '提醒办理人' },
    { value: '${notifyStarter}', label: '通知发起人' },
  ],
}
const CONDITION: Property = { name: 'condition', label: '条件', help: '如 ${pass}、${days > 3}' }
const DURATION: Property = { name: 'duration', label: '时长', help: '如 PT24H、P3D' }

function propertiesOf(element: DrawnElement): Property[] {
  switch (element.type) {
    case 'bpmn:Process':
      return [
        { name: 'id', label: '流程标识' },
        { name: 'name', label: '流程名称' },
      ]
    case 'bpmn:UserTask':
      return element.businessObject.get('loopCharacteristics') ? [...TASK, LOOP] : TASK
    case 'bpmn:ServiceTask':
    case 'bpmn:SendTask':
      return [NAME, SERVICE]
    case 'bpmn:SequenceFlow':
      return [NAME, CONDITION]
    case 'bpmn:BoundaryEvent':
    case 'bpmn:IntermediateCatchEvent':
      return [NAME, DURATION]
    default:
      return [NAME]
  }
}

/** The properties of what is picked; a value is written when its field is left. */
export function PropertyForm({ desk, element }: { desk: Desk; element: DrawnElement }) {
  const t = useT()
  return (
    <>
      <h2>{t(element.type === 'bpmn:Process' ? '流程属性' : '步骤属性')}</h2>
      {propertiesOf(element).map((property) => (
        <PropertyField key={property.name} {...{ desk, element, property }} />
      ))}
    </>
  )
}

interface PropertyFieldProps {
  desk: Desk
  element: DrawnElement
  property: Property
}

const ID = /^[A-Za-z_][\w.-]*$/

function PropertyField({ desk, element, property: { name, label, help, options } }: PropertyFieldProps) {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState<{ of: DrawnElement; text: string }>()
  const value = typed?.of === element ? typed.text : desk.read(element, name)
  const isWrong = name === 'id' && !ID.test(value)

  function keep(next: string): void {
    if (isWrong) return
    setTyped(undefined)
    if (next.trim() !== desk.read(element, name)) desk.write(element, name, next.trim())
  }

  return (
    <div className="modeler-field">
      <label htmlFor={id}>{t(label)}</label>
      {options ? (
        <Select
          id={id}
          allowClear
          value={value || null}
          options={options.map((one) => ({ ...one, label: t(one.label) }))}
          onChange={(next: string | null) => keep(next ?? '')}
        />
      ) : (
        <Input
          id={id}
          value={value}
          status={isWrong ? 'error' : ''}
          onChange={(event) => setTyped({ of: element, text: event.target.value })}
          onBlur={() => keep(value)}
          onPressEnter={() => keep(value)}
        />
      )}
      {isWrong ? <p role="alert">{t('应以字母开头，只含字母、数字、点、横线')}</p> : help && <p>{t(help)}</p>}
    </div>
  )
}
