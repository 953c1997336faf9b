#include "vocabulary.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "sluice/core/hash.hpp"

namespace sluice::inline v0::text_detail {
namespace {

/// Each line: an abbreviation, then its meanings, most likely first.
constexpr std::string_view abbreviations =
    "abbr abbreviation\nacad academic academy\nacc account access\nacct account\naddr address\n"
    "adm admission administration\nadmin administrator administration\nagg aggregate\nalloc "
    "allocation\nalt alternative altitude\namt amount\nann annual\nappl application applicant\n"
    "appr approval\nappt appointment\napt apartment airport\narr arrival\nasmt assessment\nassoc "
    "association associate\nassy assembly\nattr attribute\nauth author authorization\navail "
    "available availability\navg average\nbal balance\nbday birthday\nbeg begin\nbgn begin\nbhv "
    "behaviour\nbkg booking\nbld building\nbldg building\nbr branch\nbrth birth\nbudg budget\n"
    "bus business\ncal calendar\ncalc calculation\ncap capacity capital\ncat category catalog\n"
    "catg category\ncd code\ncert certificate\nchg change charge\nchk check\nchld child\nclm "
    "claim\nclnt client\ncls class\ncmt comment\ncncl cancel\ncnsl counsel\ncnt count\ncntr "
    "center contract counter\ncntry country\nco company county\ncod code\ncol column\ncomm "
    "commission comment\ncomp company compensation\ncond condition\nconf conference "
    "confirmation\nconfig configuration\ncons consumption\ncontr contract\ncoord coordinate\n"
    "corp corporation\ncpn coupon\ncrd card credit\ncrdt credit\ncred credit\ncrs course\nct "
    "count court\nctgr category\nctr center contract\nctrl control\nctry country\ncty city "
    "county\ncur currency current\ncurr currency current\ncust customer\ndat date\ndb database\n"
    "del delivery\ndeliv delivery\ndep department departure deposit\ndept department\ndesc "
    "description\ndescr description\ndest destination\ndetl detail\ndev device development\ndiff "
    "difference\ndim dimension\ndir director direction\ndisc discount\ndisp display\ndist "
    "distance district\ndiv division\ndl delivery\ndlv delivery\ndlvr delivery\ndob birth\ndoc "
    "document doctor\ndpt department\ndrv driver\ndsc description\ndscr description\ndt date\n"
    "dtl detail\ndtm date time\ndur duration\nea each\nedu education\nelec electricity election\n"
    "elev elevation\nem email\nemp employee\nemployees employee\nemplr employer\nenc encounter\n"
    "enr enrollment\nent entity entry\nenv environment\neq equipment\nest estimate\nestd "
    "established\neval evaluation\nevt event\nexam examination\nexch exchange\nexp expense "
    "experience expiration\nexpn expense\nexpr expression\next extension external\nfac faculty "
    "facility\nfin finance\nfk key\nfkt factor\nfl flag floor\nflg flag\nflr floor\nflt flight\n"
    "fname first name\nfreq frequency\nfrm from form\nfst first\nft feet\ngdr gender\ngen gender "
    "general\ngeo geography\ngndr gender\ngov government\ngovt government\ngp group\ngpa grade "
    "average\ngrp group\nhdr header\nhgt height\nhist history\nhol holiday\nhosp hospital\nhq "
    "headquarters\nhr hour\nhrs hours\nht height\nid identifier\nident identifier\nidx index\n"
    "img image\nimp import\ninc income incident\nind industry indicator\nindiv individual\ninfo "
    "information\ninfra infrastructure\ninit initial\nins insurance\ninsp inspection inspector\n"
    "inspt inspection\ninst institution instructor\ninstr instructor instrument\nint interest\n"
    "intl international\nintr interest\ninv invoice inventory\ninvt inventory\nip address\niss "
    "issue\nitm item\nkg kilogram\nkm kilometer\nlang language\nlat latitude\nlbl label\nlbs "
    "pound\nld load lead\nlen length\nlev level\nlib library\nlic license\nlim limit\nln line "
    "loan\nlname last name\nlng longitude\nloc location\nlon longitude\nlong longitude\nlst last "
    "list\nltd limited\nlvl level\nmaint maintenance\nmaj major\nmax maximum\nmbr member\nmbrs "
    "members\nmed medical medication\nmem member\nmfd manufactured\nmfg manufacturing\nmfr "
    "manufacturer\nmgmt management\nmgr manager\nmgt management\nmi mile\nmin minimum minute\n"
    "misc miscellaneous\nmkr maker\nmkt market\nmnth month\nmo month\nmod model\nmph speed\nmrkt "
    "market\nmsg message\nmtg meeting mortgage\nmth month\nmtr meter\nmun municipality\nnat "
    "nationality national\nnatl national\nnbr number\nnm name\nno number\nnr number\nnum number\n"
    "nxt next\nobj object\nocc occupation\nofc office\noffr offer officer\nop operation "
    "operator\nopr operator\nopt option\nord order\norg organization\norgn organization origin\n"
    "orig origin\noutp output\nown owner\npat patient\npay payment\npc piece percent\npcs "
    "pieces\npct percent\npd paid period\nperc percent\nperf performance\nperm permission "
    "permanent\npers person\nph phone\npharm pharmacy\nphn phone\nphys physician\npk key\npkg "
    "package\nplc place policy\nplt plant plot\npmt payment\npnt point\npol policy\npop "
    "population\npos position\npostcd postal code\nppl people\nprc price\nprcnt percent\nprd "
    "product period\npref preference\nprem premium\nprev previous\nprj project\nprm premium "
    "parameter\nprod product production\nprof professor profession\nprog program\nproj project\n"
    "prop property\nprov province provider\nprs person\nprsn person\nprt part\npsgr passenger\n"
    "pt patient point\nptnt patient\npts points\npub publication publisher\npurch purchase\npwd "
    "password\npymt payment\nqst question\nqtr quarter\nqty quantity\nqual quality "
    "qualification\nquan quantity\nquant quantity\nrcpt receipt\nrcv receive\nrcvd received\nrec "
    "record\nrecv receive\nref reference\nreg region registration\nregn registration region\nrel "
    "relation release\nrem remaining remark\nrep representative report\nreq request requirement\n"
    "res reservation result\nresp response\nrest restaurant\nresv reservation\nret return\nrev "
    "revenue review\nrm room\nrsn reason\nrsv reservation\nrt route rate\nrte route\nrtn return\n"
    "rtng rating\nsal salary\nsch school\nschd schedule\nsched schedule\nschl school\nscr score\n"
    "sec section second\nsem semester\nseq sequence\nser serial series\nserv service\nsex "
    "gender\nshp shipment\nsht sheet\nsig signature\nsku product\nsls sales\nsoc society\nspcl "
    "special\nspec specialty specification\nsqft area\nsr senior\nsrc source\nsrv service\nsrvc "
    "service\nssn social security\nst street state\nsta station\nstat status statistic\nstats "
    "statistics\nstd standard student\nstk stock\nstmt statement\nstor store\nstr street\nstrt "
    "start street\nsts status\nstu student\nstud student\nsubj subject\nsubs subscription\nsup "
    "supplier\nsupp supplier\nsurv survey\nsvc service\nsym symbol\nsys system\nsz size\ntbl "
    "table\ntchr teacher\ntech technology technical\ntel telephone\ntelno telephone number\ntemp "
    "temperature\nterr territory\nthr threshold\ntkt ticket\ntm team\ntmp temperature temporary\n"
    "tmstmp timestamp\ntot total\ntp type\ntr transaction\ntran transaction\ntrans transaction\n"
    "trk track\ntrn transaction\ntrt treatment\ntrx transaction\nttl total title\ntx "
    "transaction\ntxn transaction\ntxt text\ntyp type\ntz timezone\nuid user\nuni university\n"
    "univ university\nuom unit measure\nupd update\nurl address website\nusd dollar\nusr user\n"
    "util utility utilization\nval value\nvar variable\nveh vehicle\nvend vendor\nver version\n"
    "visn vision\nvol volume\nvst visit\nwgt weight\nwh warehouse\nwhs warehouse\nwk week\nwks "
    "weeks\nwt weight\nxfer transfer\nyob birth year\nyr year\nyrly yearly\nyrs years\nzn zone\n";

/// Common words of schemas, both whole and as parts of glued names.
constexpr std::string_view common_words =
    "at by in is of on or to up "
    "age all and bad big get gpa has how inn lap max out per pit ram rep sex the win won yes "
    "abandon ability access accident account achievement action active activity actor actress actual "
    "addition address adjust administration administrator admission adult advance advisor affiliation "
    "after agency agent aggregate agreement aid air aircraft airline airport alarm album alert alias "
    "allergy allocation altitude amenity amount analysis analyst animal annotation announcement annual "
    "answer apartment appeal appearance applicant application appointment approval area arena army "
    "arrival art article artist aspect assembly assessment asset assignment assistant association "
    "athlete attempt attendance attendee attribute auction audience audit author authority availability "
    "available average award awards background badge bag balance ball band bank bar base basin basket "
    "batch battery battle bay beach bed bedroom beer before begin benefit best bid bike bill billing "
    "bin biography birth birthday block blog blood board boat body bonus book booking boolean border "
    "boss bottle bottom box boy branch brand bridge broker browser budget building bus business buyer "
    "cabin cable call camera camp campaign campus candidate capacity capital captain car card care "
    "career cargo carrier cart case cash cast catalog category cause cell census center central centre "
    "century ceremony certificate certification chain chair challenge champion championship change "
    "channel chapter character charge chart check chef chief child choice cinema circuit citizen city "
    "claim class classification classroom clause cleaner clerk client climate clinic close closing club "
    "cluster coach coal coast code collection college color colour column comment commerce commission "
    "committee commodity common community company comparison competition complaint complete component "
    "composer compute computer concert condition conductor conference confirmation connection consumer "
    "consumption contact container content contest contestant continent contract contractor contribution "
    "control conversion cook cooperative copy corporate correct cost count counter country county couple "
    "coupon course court cover coverage creation creator credit crew crime criminal criteria crop "
    "culture currency current custom customer customers cycle daily damage dance data database date "
    "dates day days deadline deal dealer death debit debt decision deck declaration default defence "
    "degree delay delegate delete deletion delivery demand department departure deposit depot depth "
    "description design designer desk destination detail details detection developer development device "
    "diagnosis diet difference digital dimension dinner direct direction director disaster discharge "
    "discipline discount discussion disease dish display disposal distance distribution district "
    "division dock doctor document dog dollar domain domestic donation donor door dose double draft "
    "drama draw drink drive driver drug duration duty dynasty earning earnings east edition editor "
    "education effect effective elapsed election electricity element elevation email emergency emission "
    "employee employees employer employment end ending enemy energy engine engineer enrollment enterprise "
    "entity entrance entry environment episode equipment error estate estimate ethnicity evaluation "
    "event evidence examination exchange exhibition expense expenses experience experiment expert "
    "expiration expiry export extension external extra eye face facility factor factory faculty failure "
    "fair family fare farm farmer father fault feature fee feedback female fertilizer festival field "
    "figure file film final finance financial find fine finish fire firm first fiscal fish fitness fix "
    "fixture flag flavor flavour fleet flight float flood floor flow flower folder food football "
    "forecast foreign forest form format formation founded founder frame free frequency friend friends "
    "from front fuel full function fund funding furniture future gallery game games gap garden gas gate "
    "gender general genre girl given glass goal gold good goods government grade graduation grain grand "
    "grant grape graph grid gross ground group growth guarantee guest guide guitar gym habitat hall hand "
    "handle hard hardware harvest head header headline headquarters health heart heat height help "
    "heritage high hire hired history hit holder holding holiday home homepage horse hospital host hotel "
    "hour hours house household housing human husband ice icon identifier identity image impact import "
    "importance incident include income increase index indicator individual industry infection influence "
    "information ingredient initial injury inspection inspector install instance institute institution "
    "instruction instructor instrument insurance insured intake interaction interest interface internal "
    "international internet interval interview inventory investment investor invoice island isbn issue "
    "item items jail job jobs join journal journalist journey judge jury junior key keyword kid killed "
    "kind king kitchen label labor lake lamp land landlord language laptop large last latitude law "
    "lawyer layer layout lead leader league lease lecture left legal legend length lesson letter level "
    "liability library licence license life light like likes limit line lines link list listing live "
    "living load loan local locality location lock log login logo long longitude loss lost lot low "
    "lower loyalty lunch machine magazine mail main maintenance major maker male mall man management "
    "manager manner manufacturer manufacturing map margin mark market marketing marriage master match "
    "material maximum mayor meal mean meaning measure measurement media medal median medical medication "
    "medicine medium meeting member members membership memory men mentor menu merchant message metal "
    "meter method middle milestone military mill mine mineral minimum minister ministry minor minute "
    "minutes mission mobile mode model modified module moment monday money monitor month monthly mortality "
    "mother motor mountain move movement movie municipality museum music musician name names nation "
    "national nationality nature negative neighborhood net network new news newspaper next night node "
    "nominee normal north note notes notice number nurse nutrition object objective observation "
    "occupancy occupation offer office officer official oil old online open opening operating operation "
    "operator opinion opponent option orchestra order orders organisation organization organizer origin "
    "original other outcome output outlet over overall owner ownership pack package page painting pair "
    "panel paper parameter parent park parking part participant participation partner party pass "
    "passenger passport password past path patient patients pattern pause pay payer payment payments "
    "peak penalty people percent percentage performance performer period permission permit person "
    "personal personnel pet phase phone photo phrase physician picture piece pilot pin pipeline pitch "
    "place plan plane planet planning plant plate platform play player players playlist plot point "
    "points policy political poll pollution pool poor population port position positive possession post "
    "postal poster potential power practice precipitation prefecture preference premium prescription "
    "presence present president press pressure previous price prices primary principal print priority "
    "prison private prize probability problem procedure process producer product production products "
    "profession professor profile profit program programme progress project promotion proof property "
    "proportion protein provider province public publication publisher purchase purchases purpose "
    "quality quantity quarter query question queue quota quote race rack radio railway rain rainfall "
    "range rank ranking rate rating ratio raw reach reaction reader reading ready real reason receipt "
    "receiver recent recipe record recorded recording records red reduction reference referee refund "
    "region register registration regular relation relationship relative release religion remark remote "
    "renewal rent rental repair replacement reply report reporter representative request required "
    "requirement research researcher reservation reserve reset residence resident resolution resource "
    "response responsibility rest restaurant restriction result results retail return revenue review "
    "reviewer reviews revision reward rice rich ride right ring risk river road robot rock role roller "
    "roof room rooms root rose round route routes row royal rule run runner rural safety salary sale "
    "sales salesperson sample satellite saturday savings scale scan scene schedule scheme school science "
    "scientist scope score scores screen screening script sea search season seat seats second secondary "
    "secretary section sector security seed segment selection seller semester senate senior sensor "
    "sentence sequence serial series server service services session set settlement severity shape share "
    "shareholder shares sheet shelf shift ship shipment shipping shop shopping short show sick side sign "
    "signal signature silver singer single site size skill skills slot small social society software "
    "soil solar soldier solution song songs sort sound source south space speaker special speciality "
    "species specification speech speed spending sponsor sport sports spot spouse stadium staff stage "
    "stamp standard star start started state statement station statistic statistics status stay steam "
    "step stock stop storage store stores storm story stream street strength stress string structure "
    "student students studio study style subject submission subscriber subscription subsidy success "
    "sugar suite sum summary summer sunday supervisor supplier suppliers supply support surface surgery "
    "surname survey suspect symbol symptom system table tag target task tax taxi teacher team teams "
    "technician technique technology telephone television temperature template temple tenant term "
    "terminal territory test tests text theater theatre theme therapy thing threshold ticket tickets "
    "tide time times title token tool top topic total touch tour tourism tourist tournament tower town "
    "track trade tradition traffic train trainer training transaction transactions transcript transfer "
    "transit translation transport travel treatment tree trend trial trip truck trust tuition turn tutor "
    "type types unit units university update upper urban usage use used user users utility vacation "
    "vaccine valid valley valuation value values variable variety vehicle vehicles vendor venue version "
    "vessel victim video view views village vine vineyard violation visibility visit visitor visits "
    "vocabulary volume volunteer vote voter votes voting wage waist wait wall war warehouse warranty "
    "waste water wave way weapon wear weather web website wedding week weekday weekend weekly weight "
    "west wheel white wholesale width wife wild wind window wine winner winter wing withdrawal witness "
    "woman women wood word words work worker workers working workshop world worth writer written year "
    "years yield young zip zone zoo";

struct Abbreviation {
  std::string_view word;
  std::string_view meanings;  // separated by blanks
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) pieces.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return pieces;
}

constexpr std::size_t count_of(std::string_view text, char separator) {
  return static_cast<std::size_t>(std::ranges::count(text, separator));
}

/// Both tables have static storage, so that destructors at the end of the process can use them.
constexpr std::size_t max_abbreviations = count_of(abbreviations, '\n') + 1;
constexpr std::size_t max_words = count_of(common_words, ' ') + 1 + max_abbreviations;

/// Abbreviations by their word.
class AbbreviationTable {
 public:
  AbbreviationTable() {
    for (const std::string_view line : split(abbreviations, '\n')) {
      const std::size_t blank = line.find(' ');
      table_[size_++] = {line.substr(0, blank), line.substr(blank + 1)};
    }
    std::ranges::sort(all(), {}, &Abbreviation::word);
  }

  std::span<Abbreviation> all() { return std::span(table_).first(size_); }
  std::span<const Abbreviation> all() const { return std::span(table_).first(size_); }

 private:
  std::array<Abbreviation, max_abbreviations> table_;
  std::size_t size_ = 0;
};

const AbbreviationTable &abbreviation_table() {
  static const AbbreviationTable table;
  return table;
}

/// The common words and the abbreviations: open addressing.
class KnownWords {
 public:
  KnownWords() {
    for (const std::string_view word : split(common_words, ' ')) add(word);
    for (const Abbreviation &abbreviation : abbreviation_table().all()) add(abbreviation.word);
  }

  bool contains(std::string_view word) const { return slots_[slot_of(word)] != 0; }

 private:
  /// The slot of the word, or the free slot where it would go.
  std::size_t slot_of(std::string_view word) const {
    std::size_t slot = hash64(word) % slots_.size();
    while (slots_[slot] != 0 && words_[slots_[slot]] != word) slot = (slot + 1) % slots_.size();
    return slot;
  }
  void add(std::string_view word) {
    std::uint16_t &of_word = slots_[slot_of(word)];
    if (of_word != 0) return;
    of_word = ++size_;
    words_[of_word] = word;
  }

  std::array<std::uint16_t, std::bit_ceil(2 * max_words)> slots_{};  // of a word, or 0
  std::array<std::string_view, max_words + 1> words_;                // from 1
  std::uint16_t size_ = 0;
};

const KnownWords &known_words() {
  static const KnownWords words;
  return words;
}

static_assert(std::is_trivially_destructible_v<AbbreviationTable>);
static_assert(std::is_trivially_destructible_v<KnownWords>);

}  // namespace

bool is_known_word(std::string_view folded_word) { return known_words().contains(folded_word); }

std::vector<std::string_view> find_expansions(std::string_view folded_word) {
  const std::span<const Abbreviation> table = abbreviation_table().all();
  const auto found = std::ranges::lower_bound(table, folded_word, {}, &Abbreviation::word);
  if (found == table.end() || found->word != folded_word) return {};
  return split(found->meanings, ' ');
}

}  // namespace sluice::inline v0::text_detail
