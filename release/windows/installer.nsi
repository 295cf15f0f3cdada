; The set-up program for one person, without an administrator. release/installer.py builds it:
;   makensis -DVERSION=… -DSTAGE=… -DLICENCE=… -DICON=… -DOUTPUT=… [-DCOMPILE] [-DQUICK] [-DSIGN=…] installer.nsi
; Settings and memory are not in $INSTDIR, and nothing here touches them.
Unicode true
Target amd64-unicode             ; the product has 64 bits alone
RequestExecutionLevel user
!ifdef QUICK
  SetCompressor zlib
!else
  SetCompressor /SOLID lzma
  SetCompressorDictSize 64
!endif
!include MUI2.nsh
!include WinMessages.nsh

!define NAME "Stream Performer"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\StreamPerformer"
!define PYTHON "$INSTDIR\python\python.exe"
!define WINDOWED "$INSTDIR\python\pythonw.exe"
!define ICON_FILE "$INSTDIR\performer.ico"

Name "${NAME}"
OutFile "${OUTPUT}"
!ifdef SIGN                      ; a program that signs a file in its place
  !uninstfinalize '"${SIGN}" "%1"' = 0
  !finalize '"${SIGN}" "%1"' = 0
!endif
InstallDir "$LOCALAPPDATA\Programs\Stream Performer"
InstallDirRegKey HKCU "${KEY}" "InstallLocation"
BrandingText "${NAME} ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "${NAME}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "${NAME}, set-up"
VIAddVersionKey "LegalCopyright" "MIT licence"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_FUNCTION StartShow
!define MUI_COMPONENTSPAGE_NODESC
!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString RUNS ${LANG_ENGLISH} "Stream Performer is still running. End it (the owl in the tray, Quit), then try again."
LangString RUNS ${LANG_GERMAN} "Stream Performer läuft noch. Beende es (die Eule unten rechts, Beenden) und versuche es noch einmal."
LangString ON_PATH ${LANG_ENGLISH} "The command performer in every terminal"
LangString ON_PATH ${LANG_GERMAN} "Der Befehl performer in jedem Terminal"
LangString ON_DESKTOP ${LANG_ENGLISH} "An icon on the desktop"
LangString ON_DESKTOP ${LANG_GERMAN} "Ein Symbol auf dem Desktop"

; End a show that runs from here, and wait until its files are free; give up with a sentence where they stay taken.
!macro EndShow UN
Function ${UN}EndShow
  IfFileExists "${PYTHON}" 0 free
  nsExec::Exec '"${PYTHON}" -m performer quit'
  Pop $0
  StrCpy $1 0
  look:
    ClearErrors
    Rename "$INSTDIR\python" "$INSTDIR\python-free"
    IfErrors taken
    Rename "$INSTDIR\python-free" "$INSTDIR\python"
    Goto free
  taken:
    IntOp $1 $1 + 1
    Sleep 500
    IntCmp $1 40 0 look 0
  MessageBox MB_ICONSTOP "$(RUNS)" /SD IDOK
  SetErrorLevel 3
  Quit
  free:
FunctionEnd
!macroend
!insertmacro EndShow ""
!insertmacro EndShow "un."

; What another version has laid here. A voice or ears that were added stay: they lie in a folder of their own.
!macro RemoveProgram
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\bin"
  RMDir /r "$INSTDIR\licences"
  Delete "${ICON_FILE}"
  Delete "$SMPROGRAMS\${NAME}.lnk"
  Delete "$SMPROGRAMS\${NAME} Doctor.lnk"
  Delete "$DESKTOP\${NAME}.lnk"
!macroend

; The folder of the command on the person's PATH. NSIS itself would cut a long one off.
!macro ChangePath WORD
  nsExec::Exec '"${PYTHON}" -I "$INSTDIR\bin\search_path.py" ${WORD} "$INSTDIR\bin"'
  Pop $0
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=2000
!macroend

Section "${NAME}"
  SectionIn RO
  Call EndShow
  !insertmacro RemoveProgram
  SetOutPath "$INSTDIR"
  File /r "${STAGE}\*"
!ifdef COMPILE
  nsExec::Exec '"${PYTHON}" -m compileall -q --invalidation-mode unchecked-hash "$INSTDIR\python\Lib"'
  Pop $0
!endif
  SetOutPath "$PROFILE"          ; where the shortcuts start
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "${WINDOWED}" "-m performer desktop" "${ICON_FILE}"
  CreateShortcut "$SMPROGRAMS\${NAME} Doctor.lnk" "$SYSDIR\cmd.exe" '/k ""$INSTDIR\bin\performer.cmd" doctor"' "${ICON_FILE}"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  WriteRegStr HKCU "${KEY}" "DisplayName" "${NAME}"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "${ICON_FILE}"
  WriteRegStr HKCU "${KEY}" "Publisher" "${NAME}"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" ${SIZE_KB}
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
SectionEnd

Section "$(ON_PATH)"
  !insertmacro ChangePath add
SectionEnd

Section "$(ON_DESKTOP)"
  SetOutPath "$PROFILE"
  CreateShortcut "$DESKTOP\${NAME}.lnk" "${WINDOWED}" "-m performer desktop" "${ICON_FILE}"
SectionEnd

Function StartShow
  Exec '"${WINDOWED}" -m performer desktop'
FunctionEnd

Section Uninstall
  Call un.EndShow
  !insertmacro ChangePath remove
  !insertmacro RemoveProgram
  Delete "$SMSTARTUP\${NAME}.lnk"
  RMDir /r "$INSTDIR\performer-additions"
  Delete "$INSTDIR\uninstall.exe"
  SetOutPath "$TEMP"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${KEY}"
SectionEnd
