/* Windows' own ICU, of which Qt 6.10 and later want twenty names, and no window needs one. It knows no converter. */
#define EXPORT __declspec(dllexport)
#define UNUSED(name) EXPORT void name(void) {}

enum { INVALID_FORMAT = 4 };

EXPORT void *ucnv_open(const char *name, int *error) { *error = INVALID_FORMAT; return 0; }
EXPORT const char *ucnv_getName(void *converter, int *error) { *error = INVALID_FORMAT; return 0; }
EXPORT const char *ucnv_getStandardName(const char *name, const char *by, int *error) { *error = INVALID_FORMAT; return 0; }
EXPORT const char *ucnv_getAvailableName(int index) { return 0; }
EXPORT int ucnv_countAvailable(void) { return 0; }
EXPORT int ucnv_toUCountPending(void *converter, int *error) { return 0; }
EXPORT int ucnv_fromUCountPending(void *converter, int *error) { return 0; }
EXPORT signed char ucnv_getMaxCharSize(void *converter) { return 4; }
UNUSED(ucnv_close) UNUSED(ucnv_reset) UNUSED(ucnv_toUnicode) UNUSED(ucnv_fromUnicode)
UNUSED(ucnv_getToUCallBack) UNUSED(ucnv_getFromUCallBack) UNUSED(ucnv_setToUCallBack) UNUSED(ucnv_setFromUCallBack)
UNUSED(ucnv_cbToUWriteUChars) UNUSED(ucnv_cbFromUWriteUChars)
UNUSED(UCNV_FROM_U_CALLBACK_SUBSTITUTE) UNUSED(UCNV_TO_U_CALLBACK_SUBSTITUTE)
