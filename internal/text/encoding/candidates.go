package encoding

// candidates are the encodings that may be guessed. Of two that are equally plausible the first
// wins. Languages with a function are literals: the compiler would not lay out what a call with
// a function returns.
var candidates = []candidate{
	{"windows-1252", 8, western},
	{"windows-1250", 3, central},
	{"windows-1251", 4, cyrillic},
	{"shift_jis", 2, []*language{{kind: eastern, letters: kana + frequentJapanese, usual: func(lead, _ byte) bool { return lead >= 0x88 && lead <= 0x97 }}}},
	{"gbk", 3, chinese},
	{"gb18030", 0, chinese},
	{"euc-jp", 2, []*language{{kind: eastern, letters: kana + frequentJapanese, usual: func(lead, _ byte) bool { return lead >= 0xb0 && lead <= 0xcf }}}},
	{"big5", 2, []*language{{kind: eastern, letters: frequentTraditional, usual: func(lead, _ byte) bool { return lead >= 0xa4 && lead <= 0xc6 }}}},
	{"euc-kr", 2, []*language{{kind: hangul, letters: frequentKorean, usual: func(lead, trail byte) bool { return lead >= 0xb0 && lead <= 0xc8 && trail >= 0xa1 }}}},
	{"iso-8859-2", 2, central},
	{"iso-8859-15", 2, western},
	{"windows-1254", 2, []*language{latinOf("çğıöşüiâîû", turkishPairs)}}, // İ in lower case is i
	{"windows-1253", 2, greek},
	{"iso-8859-7", 1, greek},
	{"koi8-r", 2, cyrillic},
	{"koi8-u", 2, ukrainian},
	{"ibm866", 0, cyrillic},
	{"iso-8859-5", 0, cyrillic},
	{"windows-1255", 0, []*language{alphabeticOf("יוהלאברמתנשגדזחטךכםןסעףפץצקְֱֲֳִֵֶַָֹֻּֽֿׁׂ", hebrewPairs)}},
	{"windows-1256", 0, arabic},
	{"iso-8859-6", -2, arabic},
	{"windows-1257", 0, []*language{latinOf("ąčęėįšųūž", lithuanianPairs), latinOf("āčēģīķļņšūž", latvianPairs), latinOf("äõöüšž", estonianPairs)}},
	// Encodings of DOS and of old Macs are rare.
	{"ibm850", -12, western},
	{"ibm437", -12, western},
	{"ibm852", -12, central},
	{"macintosh", -12, western},
	{"windows-874", 0, []*language{alphabeticOf("านรกอเงมยลวดทสตะปบคหแจพชขใไโผิีึืุู่้็์ัซณฐธญศฎฏฑฒฆฉฝฟภษฬฮฤฦๆฯำๅ", thaiPairs)}},
}

// Languages by their letters outside of ASCII. Text is in one language: letters of several
// languages together make the encoding unlikely.
var (
	western = []*language{
		latinOf("àâçéèêëîïôùûüœæÿ", frenchPairs),
		latinOf("äöüßéàè", germanPairs),
		latinOf("áéíñóúü", spanishPairs),
		latinOf("àáâãçéêíóôõúü", portuguesePairs),
		latinOf("àèéìòùíîóú", italianPairs),
		latinOf("éëïóöüèáêíú", dutchPairs),
		latinOf("åäöéàüõ", swedishPairs),
		latinOf("äöå", finnishPairs),
		latinOf("æøåé", danishPairs),
		latinOf("æøåéèêóòôâ", norwegianPairs),
		latinOf("áéíóúæöðýþ", icelandicPairs),
		latinOf("àçèéíïòóúü", catalanPairs),
		latinOf("áéíóú", irishPairs),
	}
	central = []*language{
		latinOf("ąćęłńóśźż", polishPairs),
		latinOf("áčďéěíňóřšťúůýž", czechPairs),
		latinOf("áäčďéíľňóôšťúýžĺŕ", slovakPairs),
		latinOf("áéíóöőúüű", hungarianPairs),
		latinOf("ăâîşţ", romanianPairs),
		latinOf("čćđšž", croatianPairs),
		latinOf("čšžćđ", slovenePairs),
	}
	chinese  = []*language{{kind: eastern, letters: frequentSimplified, usual: func(lead, trail byte) bool { return lead >= 0xb0 && lead <= 0xd7 && trail >= 0xa1 }}}
	cyrillic = []*language{
		alphabeticOf("оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё", russianPairs),
		&ofUkraine,
		alphabeticOf("аиоентрсвлкдпмяъзгубчщцйжхшюфьѝ", bulgarianPairs),
		alphabeticOf("аиоенрстујвкдмплзгбчшцхжћђљњфџ", serbianPairs),
		alphabeticOf("анеіыорсткліўяумдпьзцэбгхчшйжфюё", belarusianPairs),
	}
	ukrainian = []*language{&ofUkraine}
	ofUkraine = language{kind: alphabetic, letters: "оаніитврелскудмпягбьзчйхцжшюїєщфґ", pairs: ukrainianPairs}
	arabic    = []*language{alphabeticOf("ايلمنورتبهدسعفكةقأءآؤإئثجحخذزشصضطظغىپچژگےًٌٍَُِّْـ", arabicPairs)}
	greek     = []*language{alphabeticOf("αοιετσνηυρπκμλςωάέήίόύώγδθχφβξζψϊϋΐΰ", greekPairs)}
)

// kana are the letters of Japanese. Nearly every sentence has some.
const kana = "ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろわをん" +
	"ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロワヲンヴ"

// The most frequent characters of prose and of comments in programs.
const (
	frequentJapanese    = "日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨処理文字列変更設定値数使用場合確認実表示作成削除追加関引返取得"
	frequentSimplified  = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应文件数据设置修改删除添加获取返回参数函数类型字符串错误处理配置用户程序输入输出测试注意读写打保存接口初始化变量默认值"
	frequentTraditional = "的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應檔案資料設定修改刪除新增取得回傳參數函式類型字串錯誤處理使用者程式輸入輸出測試注意讀寫儲存變數預設值"
	frequentKorean      = "이다는의에을가고를은하지로한기사리어도서인나정시자대스일과있해부수보라그원니전주아만트제상조구동으드장여들없오함할때게경연용문성실비되"
)
