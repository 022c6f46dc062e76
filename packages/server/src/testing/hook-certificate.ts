// A certificate for hook.example and its key, made for tests only: anybody may know them.

export const hookCertificate = `-----BEGIN CERTIFICATE-----
MIIBnzCCAUSgAwIBAgIUBAnPa3rjiuSWBTdsfluAr03qhVQwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMaG9vay5leGFtcGxlMCAXDTI2MTEyNzA2MTA0MVoYDzIxMjYx
MTAzMDYxMDQxWjAXMRUwEwYDVQQDDAxob29rLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAQrUvd5amgEXxCmEw/A+WZYZRqmImWeWOKGo0ucRca8hOon
n2joN4qt9awoqrEErXui+FpCtMHzHW2UKgjES2l1o2wwajAdBgNVHQ4EFgQU41KM
bQqPjs95xkIhfCwleOowQ/4wHwYDVR0jBBgwFoAU41KMbQqPjs95xkIhfCwleOow
Q/4wDwYDVR0TAQH/BAUwAwEB/zAXBgNVHREEEDAOggxob29rLmV4YW1wbGUwCgYI
KoZIzj0EAwIDSQAwRgIhAMONroyiTqViYXVD4HMTzmmuubWLQwtvTbJQM+YcVmmc
AiEAsKNUAry8bKAy4lzBWlrWc83awggIHHj3ikkup7JyfMI=
-----END CERTIFICATE-----`

export const hookKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqfj3Ck+4cg2qAzpi
X22eun7E5MgN9MZdb1iF0XSZnAShRANCAAQrUvd5amgEXxCmEw/A+WZYZRqmImWe
WOKGo0ucRca8hOonn2joN4qt9awoqrEErXui+FpCtMHzHW2UKgjES2l1
-----END PRIVATE KEY-----`
