/** The attributes beyond BPMN that processes carry: who does a task, by which form, what a service task calls. */
const FLOWABLE = {
  name: 'Flowable',
  uri: 'http://flowable.org/bpmn',
  prefix: 'flowable',
  xml: { tagAlias: 'lowerCase' },
  associations: [],
  types: [
    {
      name: 'Assignable',
      extends: ['bpmn:UserTask'],
      properties: [
        { name: 'assignee', isAttr: true, type: 'String' },
        { name: 'candidateUsers', isAttr: true, type: 'String' },
        { name: 'candidateGroups', isAttr: true, type: 'String' },
        { name: 'dueDate', isAttr: true, type: 'String' },
        { name: 'priority', isAttr: true, type: 'String' },
      ],
    },
    {
      name: 'FormSupported',
      extends: ['bpmn:StartEvent', 'bpmn:UserTask'],
      properties: [{ name: 'formKey', isAttr: true, type: 'String' }],
    },
    {
      name: 'FormProperty',
      superClass: ['Element'],
      properties: [
        { name: 'id', isAttr: true, type: 'String' },
        { name: 'name', isAttr: true, type: 'String' },
        { name: 'type', isAttr: true, type: 'String' },
        { name: 'datePattern', isAttr: true, type: 'String' },
        { name: 'required', isAttr: true, type: 'Boolean' },
        { name: 'readable', isAttr: true, type: 'Boolean' },
        { name: 'writable', isAttr: true, type: 'Boolean' },
        { name: 'values', type: 'Value', isMany: true },
      ],
    },
    {
      name: 'Value',
      superClass: ['Element'],
      properties: [
        { name: 'id', isAttr: true, type: 'String' },
        { name: 'name', isAttr: true, type: 'String' },
      ],
    },
    {
      name: 'Initiator',
      extends: ['bpmn:StartEvent'],
      properties: [{ name: 'initiator', isAttr: true, type: 'String' }],
    },
    {
      name: 'Delegating',
      extends: ['bpmn:ServiceTask', 'bpmn:SendTask'],
      properties: [{ name: 'delegateExpression', isAttr: true, type: 'String' }],
    },
    {
      name: 'Collectable',
      extends: ['bpmn:MultiInstanceLoopCharacteristics'],
      properties: [
        { name: 'collection', isAttr: true, type: 'String' },
        { name: 'elementVariable', isAttr: true, type: 'String' },
      ],
    },
  ],
}

/** What this product adds to a process file beside the family's attributes: how a process that comes to this end came out. */
const XUEHENG = {
  name: 'Xueheng',
  uri: 'http://xueheng/flow',
  prefix: 'xh',
  xml: { tagAlias: 'lowerCase' },
  associations: [],
  types: [
    {
      name: 'Ending',
      extends: ['bpmn:EndEvent'],
      properties: [{ name: 'outcome', isAttr: true, type: 'String' }],
    },
  ],
}

/** Extensions of BPMN by their prefixes, for whatever reads or writes a process file. */
export const EXTENSIONS = { flowable: FLOWABLE, xh: XUEHENG }

/** Form key of the task in which the applicant changes what was refused. */
export const ADJUST_FORM = 'adjust'
