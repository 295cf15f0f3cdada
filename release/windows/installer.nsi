; The set-up program for one person, without an administrator. release/installer.py builds it:
;   makensis -DVERSION=… -DSTAGE=… -DLICENCE=… -DICON=… -DOUTPUT=… [-DCOMPILE] [-DQUICK] [-DSIGN=…] installer.nsi
; Settings and memory are not in $INSTDIR, and nothing here touches them. Silently: /S, with /PATH=0 and /DESKTOP=1 for
; the choices, and the folder last: /D=C:\some folder. Exit codes of our own: 3, files are in use; 4, not our folder.
Unicode true
Target amd64-unicode             ; the product has 64 bits alone
RequestExecutionLevel user
!ifdef QUICK
  SetCompressor zlib
!else
  SetCompressor /SOLID lzma
  SetCompressorDictSize 64
!endif
!include FileFunc.nsh
!include LogicLib.nsh
!include MUI2.nsh
!include Sections.nsh
!include WinMessages.nsh
ReserveFile /plugin nsExec.dll   ; .onInit needs it

!define NAME "Stream Performer"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\StreamPerformer"
!define PYTHON "$INSTDIR\python\python.exe"
!define WINDOWED "$INSTDIR\python\pythonw.exe"
!define ICON_FILE "$INSTDIR\performer.ico"
!define DESKTOP_ICON "$DESKTOP\Stream Performer.lnk"
!define NOT_ON_PATH 5            ; what search_path.py ends with

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
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE LeaveFolderPage
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString IN_USE ${LANG_ENGLISH} "Stream Performer is still in use. End the show (the owl in the tray, Quit) and whatever else runs from $INSTDIR: a program that has its tools by performer mcp, performer discord-io or another performer command, a terminal in that folder. Then try again."
LangString IN_USE ${LANG_GERMAN} "Stream Performer wird noch benutzt. Beende die Show (die Eule unten rechts, Beenden) und was sonst aus $INSTDIR läuft: ein Programm, das ihre Werkzeuge über performer mcp hat, performer discord-io oder einen anderen Befehl performer, ein Terminal in diesem Ordner. Versuche es dann noch einmal."
LangString NOT_OURS ${LANG_ENGLISH} "$INSTDIR holds something else ($0), which would be in danger there. Choose an empty folder, or a new one."
LangString NOT_OURS ${LANG_GERMAN} "In $INSTDIR liegt etwas anderes ($0), das dort in Gefahr wäre. Wähle einen leeren oder einen neuen Ordner."
LangString NOT_HERE ${LANG_ENGLISH} "Nothing is removed: $INSTDIR is not a folder of Stream Performer."
LangString NOT_HERE ${LANG_GERMAN} "Es wird nichts entfernt: $INSTDIR ist kein Ordner von Stream Performer."
LangString ON_PATH ${LANG_ENGLISH} "The command performer in every terminal"
LangString ON_PATH ${LANG_GERMAN} "Der Befehl performer in jedem Terminal"
LangString ON_DESKTOP ${LANG_ENGLISH} "An icon on the desktop"
LangString ON_DESKTOP ${LANG_GERMAN} "Ein Symbol auf dem Desktop"

; $0 is what else lies in $INSTDIR; it is empty where nothing does, and for a folder that this set-up has made.
Function FindOthers
  StrCpy $0 ""
  ${If} ${FileExists} "$INSTDIR\uninstall.exe"
  ${AndIf} ${FileExists} "${ICON_FILE}"
    Return
  ${EndIf}
  FindFirst $1 $0 "$INSTDIR\*.*"
  ${While} $0 == "."
    FindNext $1 $0
  ${EndWhile}
  ${If} $0 == ".."
    FindNext $1 $0
  ${EndIf}
  FindClose $1
FunctionEnd

; A folder with other things in it gets one of ours inside.
Function LeaveFolderPage
  Call FindOthers
  ${If} $0 == ""
    Return
  ${EndIf}
  StrCpy $1 $INSTDIR "" -1
  ${If} $1 == "\"
    StrCpy $INSTDIR $INSTDIR -1
  ${EndIf}
  StrCpy $INSTDIR "$INSTDIR\${NAME}"
  Call FindOthers
  ${If} $0 != ""
    MessageBox MB_ICONSTOP "$(NOT_OURS)"
    Abort
  ${EndIf}
  SendMessage $mui.DirectoryPage.Directory ${WM_SETTEXT} 0 "STR:$INSTDIR"      ; the page is read once more
FunctionEnd

; End a show that runs from here, and wait until its files are free; give up with a sentence where they stay taken.
!macro GiveUp SENTENCE CODE
  MessageBox MB_ICONSTOP "${SENTENCE}" /SD IDOK
  SetErrorLevel ${CODE}
  Quit
!macroend
!macro EndShow UN
Function ${UN}EndShow
  IfFileExists "${PYTHON}" 0 free
  nsExec::Exec /TIMEOUT=30000 '"${PYTHON}" -m performer quit'
  Pop $0
  RMDir /r "$INSTDIR\python-free"      ; of a set-up that was broken off here
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
  !insertmacro GiveUp "$(IN_USE)" 3
  free:
FunctionEnd
!macroend
!insertmacro EndShow ""
!insertmacro EndShow "un."

; What another version has laid here, in folders that are ours. A voice or ears that were added stay: they lie in a folder of their own.
!macro RemoveProgram
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\bin"
  RMDir /r "$INSTDIR\licences"
!macroend

; The folder of the command on the person's PATH. NSIS itself would cut a long one off.
!macro ChangePath WORD
  nsExec::Exec '"${PYTHON}" -I "$INSTDIR\bin\search_path.py" ${WORD} "$INSTDIR\bin"'
  Pop $0
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=2000
!macroend

Section "${NAME}"
  SectionIn RO
  Call FindOthers                ; a silent set-up has no page that would have asked
  ${If} $0 != ""
    !insertmacro GiveUp "$(NOT_OURS)" 4
  ${EndIf}
  Call EndShow
  SetOutPath "$INSTDIR"
  File /oname=performer.ico "${ICON}"      ; first of all: by these two a folder is known as ours
  WriteUninstaller "$INSTDIR\uninstall.exe"
  !insertmacro RemoveProgram
  File /r "${STAGE}\*"
!ifdef COMPILE
  nsExec::Exec '"${PYTHON}" -m compileall -q --invalidation-mode unchecked-hash "$INSTDIR\python\Lib"'
  Pop $0
!endif
  SetOutPath "$PROFILE"          ; where the shortcuts start
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "${WINDOWED}" "-m performer desktop" "${ICON_FILE}"
  CreateShortcut "$SMPROGRAMS\${NAME} Doctor.lnk" "$SYSDIR\cmd.exe" '/k ""$INSTDIR\bin\performer.cmd" doctor"' "${ICON_FILE}"
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

Section "$(ON_PATH)" WITH_PATH
SectionEnd

Section /o "$(ON_DESKTOP)" WITH_ICON
SectionEnd

Section -Choices
  ${If} ${SectionIsSelected} ${WITH_PATH}
    !insertmacro ChangePath add
  ${Else}
    !insertmacro ChangePath remove
  ${EndIf}
  ${If} ${SectionIsSelected} ${WITH_ICON}
    SetOutPath "$PROFILE"
    CreateShortcut "${DESKTOP_ICON}" "${WINDOWED}" "-m performer desktop" "${ICON_FILE}"
  ${Else}
    Delete "${DESKTOP_ICON}"
  ${EndIf}
SectionEnd

!macro Switch WORD SECTION
  ${GetOptions} $0 "/${WORD}=" $1
  ${If} $1 == "0"
    !insertmacro UnselectSection ${SECTION}
  ${ElseIf} $1 == "1"
    !insertmacro SelectSection ${SECTION}
  ${EndIf}
!macroend

; Over an older version both choices begin as they are found; the words of a silent set-up come before that.
Function .onInit
  ReadRegStr $0 HKCU "${KEY}" "InstallLocation"
  ${If} $0 != ""
    nsExec::Exec /TIMEOUT=30000 '"$0\python\python.exe" -I "$0\bin\search_path.py" find "$0\bin"'
    Pop $1
    ${If} $1 == ${NOT_ON_PATH}
      !insertmacro UnselectSection ${WITH_PATH}
    ${EndIf}
    ${If} ${FileExists} "${DESKTOP_ICON}"
      !insertmacro SelectSection ${WITH_ICON}
    ${EndIf}
  ${EndIf}
  ${GetParameters} $0
  !insertmacro Switch PATH ${WITH_PATH}
  !insertmacro Switch DESKTOP ${WITH_ICON}
FunctionEnd

Function StartShow
  Exec '"${WINDOWED}" -m performer desktop'
FunctionEnd

; Only what the set-up has laid, and what was added to it. The folder itself goes where nothing else lies in it.
Section Uninstall
  ${IfNot} ${FileExists} "${ICON_FILE}"
    !insertmacro GiveUp "$(NOT_HERE)" 4
  ${EndIf}
  Call un.EndShow
  !insertmacro ChangePath remove
  !insertmacro RemoveProgram
  ${If} ${FileExists} "$INSTDIR\python\*.*"          ; it stays our folder, to be removed at the next try
    !insertmacro GiveUp "$(IN_USE)" 3
  ${EndIf}
  Delete "$SMPROGRAMS\${NAME}.lnk"
  Delete "$SMPROGRAMS\${NAME} Doctor.lnk"
  Delete "${DESKTOP_ICON}"
  Delete "$SMSTARTUP\${NAME}.lnk"
  RMDir /r "$INSTDIR\performer-additions"
  Delete "${ICON_FILE}"
  Delete "$INSTDIR\uninstall.exe"
  SetOutPath "$TEMP"
  RMDir "$INSTDIR"
  DeleteRegKey HKCU "${KEY}"
SectionEnd
