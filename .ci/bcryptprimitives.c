/*
 * Go programs take random numbers from ProcessPrng of bcryptprimitives.dll, and do not
 * start without it. Wine 8 has no such library, so this one is put into its prefix.
 */
#include <windows.h>
#include <ntsecapi.h> /* RtlGenRandom */

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size)
{
	while (size > 0) {
		ULONG n = size < 1 << 20 ? (ULONG)size : 1 << 20;
		if (!RtlGenRandom(data, n))
			return FALSE;
		data += n;
		size -= n;
	}
	return TRUE;
}
