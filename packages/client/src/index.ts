// What a program needs of the contract to call a Clubfolio installation with an API token (docs/api-guide.md).
export {
  ApiError,
  createTokenClient,
  type CallOptions,
  type Client,
  type ErrorBody,
  type FieldFault,
  type TokenClientOptions,
} from '@clubfolio/contract'
