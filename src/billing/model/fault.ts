// One broken rule of the model, with the path in the JSON and the id of the official rule.
export type Fault = { path: (string | number)[]; message: string; rule?: string | undefined }
