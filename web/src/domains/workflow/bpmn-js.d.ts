declare module 'bpmn-js/dist/assets/*.css'
