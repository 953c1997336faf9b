#include "vocabulary.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

namespace sluice::detail {
namespace {

/// Each line: an abbreviation, then what it stands for, likeliest first.
constexpr std::string_view abbreviations =
    "abbr abbreviation\nacad academic academy\nacc account access\nacct account\naddr address\n"
    "adm admission administration\nadmin administrator administration\nagg aggregate\n"
    "alt alternative altitude\namt amount\nann annual\nappt appointment\nappr approval\n"
    "apt apartment airport\narr arrival\nassoc association associate\nattr attribute\nauth author "
    "authorization\navail available availability\navg average\nbal balance\nbday birthday\n"
    "bldg building\nbr branch\nbudg budget\nbus business\ncap capacity capital\ncat category "
    "catalog\ncatg category\ncert certificate\nchg change charge\ncnt count\nco company "
    "county\ncod code\ncol column\ncomm commission comment\ncomp company compensation\n"
    "cond condition\nconf conference confirmation\nconfig configuration\ncons consumption\n"
    "contr contract\ncoord coordinate\ncorp corporation\ncred credit\ncrs course\n"
    "ct count court\nctry country\ncur currency current\ncurr currency current\ncust customer\n"
    "dat date\ndb database\ndel delivery\ndep department departure deposit\ndept department\n"
    "desc description\ndescr description\ndest destination\ndetl detail\ndev device "
    "development\ndiff difference\ndim dimension\ndir director direction\ndisc discount\n"
    "disp display\ndist distance district\ndiv division\ndl delivery\ndob birth\ndoc document "
    "doctor\ndur duration\nea each\nedu education\nelec electricity election\nelev elevation\n"
    "em email\nemp employee\nemployees employee\nenr enrollment\nenv environment\neq equipment\n"
    "est estimate\neval evaluation\nevt event\nexam examination\nexp expense experience "
    "expiration\nexpr expression\next extension external\nfac faculty facility\nfin finance\n"
    "fk key\nfkt factor\nflt flight\nfname first name\nfreq frequency\nfst first\ngen gender "
    "general\ngeo geography\ngov government\ngovt government\ngp group\ngrp group\ngpa grade "
    "average\nhdr header\nhosp hospital\nhq headquarters\nhr hour\nhrs hours\nht height\n"
    "id identifier\nident identifier\nidx index\nimg image\ninc income incident\nind industry "
    "indicator\ninfo information\nins insurance\ninst institution instructor\ninstr instructor "
    "instrument\nint interest\nintl international\ninv invoice inventory\ninvt inventory\n"
    "ip address\nlang language\nlat latitude\nlen length\nlev level\n"
    "lib library\nlic license\nlname last name\nloc location\nlon longitude\nlong longitude\n"
    "lng longitude\nlvl level\nmaint maintenance\nmaj major\nmax maximum\nmbr member\nmed "
    "medical medication\nmem member\nmfg manufacturing\nmfr manufacturer\nmgmt management\n"
    "mgr manager\nmin minimum minute\nmisc miscellaneous\nmkt market\nmo month\nmod model\n"
    "msg message\nmth month\nmun municipality\nnat nationality national\nnbr number\nno number\n"
    "nr number\nnum number\nobj object\nocc occupation\nop operation operator\nopt option\n"
    "ord order\norg organization\norig origin\nown owner\npat patient\npay payment\npct percent\n"
    "perc percent\nperf performance\npers person\nph phone\npharm pharmacy\nphys physician\n"
    "pk key\npkg package\nplt plant plot\npmt payment\npop population\npos position\n"
    "pref preference\nprem premium\nprev previous\nprod product production\nprof professor "
    "profession\nprog program\nproj project\nprop property\nprov province provider\npt patient "
    "point\npub publication publisher\npurch purchase\npwd password\nqty quantity\nqtr quarter\n"
    "qual quality qualification\nquant quantity\nrcpt receipt\nrec record\nref reference\n"
    "reg region registration\nrel relation release\nrep representative report\nreq request "
    "requirement\nres reservation result\nresp response\nrest restaurant\nrev revenue review\n"
    "rm room\nrte route\nsal salary\nsch school\nsched schedule\nsec section second\nsem "
    "semester\nseq sequence\nser serial series\nserv service\nsex gender\nshp shipment\n"
    "sig signature\nsoc society\nspec specialty specification\nsr senior\nsrc source\nssn social "
    "security\nst street state\nsta station\nstat status statistic\nstats statistics\n"
    "std standard student\nstmt statement\nstor store\nstr street\nstu student\nstud student\n"
    "subj subject\nsup supplier\nsupp supplier\nsurv survey\nsvc service\nsym symbol\nsys "
    "system\ntbl table\ntech technology technical\ntel telephone\ntemp temperature\nterr "
    "territory\ntkt ticket\ntm team\ntot total\ntr transaction\ntran transaction\ntrans "
    "transaction\ntrx transaction\ntx transaction\ntyp type\nuid user\nuni university\nuniv "
    "university\nupd update\nusr user\nval value\nvar variable\nveh vehicle\nver version\n"
    "vol volume\nwh warehouse\nwk week\nwt weight\nyr year\nyrs years\n";

/// Words that schemas are commonly made of; they stand whole and as parts of glued names.
constexpr std::string_view common_words =
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

const std::vector<Abbreviation> &abbreviation_table() {
  static const std::vector<Abbreviation> table = [] {
    std::vector<Abbreviation> made;
    for (const std::string_view line : split(abbreviations, '\n')) {
      const std::size_t blank = line.find(' ');
      made.push_back({line.substr(0, blank), line.substr(blank + 1)});
    }
    std::ranges::sort(made, {}, &Abbreviation::word);
    return made;
  }();
  return table;
}

const std::vector<std::string_view> &known_words() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> made = split(common_words, ' ');
    for (const Abbreviation &abbreviation : abbreviation_table()) {
      made.push_back(abbreviation.word);
    }
    std::ranges::sort(made);
    return made;
  }();
  return words;
}

}  // namespace

bool is_known_word(std::string_view folded_word) {
  return std::ranges::binary_search(known_words(), folded_word);
}

std::vector<std::string_view> find_expansions(std::string_view folded_word) {
  const auto &table = abbreviation_table();
  const auto found = std::ranges::lower_bound(table, folded_word, {}, &Abbreviation::word);
  if (found == table.end() || found->word != folded_word) return {};
  return split(found->meanings, ' ');
}

}  // namespace sluice::detail
