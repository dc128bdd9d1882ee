const COMMON = new Set(
  `00000000 000000000 0000000000 01234567 0123456789 10203040 11111111 111111111 1111111111 11223344
  1122334455 12121212 12312312 123123123 1231231234 12341234 12344321 123454321 12345678 123456789
  1234567890 12345678900 123456789a 123456789q 12345678910 1234567a 1234567q 1234qwer 12qwaszx
  13131313 147147147 147258369 1478963250 159357456 159753456 1a2b3c4d 1q2w3e4r 1q2w3e4r5t
  1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 20202020 21212121 22222222 23232323 25252525 31415926
  321321321 33333333 36363636 44444444 45454545 456456456 55555555 5555555555 66666666 66778899
  69696969 77777777 7777777777 78787878 789456123 789789789 87654321 88888888 8888888888 963852741
  98765432 987654321 9876543210 99999999 999999999 a1234567 a12345678 a123456789 a1b2c3d4 aa123456
  aaaaaaaa abc12345 abc123456 abcd1234 abcdefgh abcdefghi access14 adidas123 adminadmin admin123
  admin1234 administrator airborne alexander alexandra americana anderson angelina arsenal1 arsenal123
  asdasdasd asdf1234 asdfasdf asdfghjk asdfghjkl asdfghjkl1 babygirl babygirl1 barcelona barcelona1
  baseball baseball1 basketball bigdaddy blink182 bradford brooklyn butterfly butterfly1 caroline
  carolina cheesecake chelsea1 chelsea123 chocolate chocolate1 christian christmas cocacola computer
  computer1 consumer corvette creative cristina cupcakes dallas22 danielle december dolphin1 dolphins
  einstein elephant elizabeth england1 england123 everton1 facebook fishing1 florence football
  football1 football123 forever1 formula1 garfield godzilla goodluck greenday guinness hannah123
  hello123 hello1234 hellokitty helloworld hercules iloveyou iloveyou1 iloveyou2 iloveyou123 internet
  isabella jellybean jennifer jessica1 jonathan jordan23 justin123 kerala123 kimberly kingkong
  lampard8 letmein1 letmein123 letmeinnow liverpool liverpool1 liverpool123 london123 loveyou1
  loveyou123 lovelove lovely123 manchester manunited manutd123 marlboro marshall master123 maverick
  mercedes metallica michael1 michelle michelle1 midnight millwall mnbvcxz1 monkey123 mountain
  mustang1 mypassword nicholas nintendo ninthbend ninthbend1 ninthbend123 november october1 p@55w0rd
  p@ssw0rd p@ssword p4ssw0rd pa55w0rd pa55word pass1234 passpass passport passw0rd password password!
  password0 password01 password1 password1! password11 password12 password123 password1234 password2
  password3 password7 password9 passwords patricia peterpan pokemon1 pokemon123 portugal prettygirl
  princess princess1 princess123 q1w2e3r4 q1w2e3r4t5 qazwsx123 qazwsxedc qwe123qwe qweasdzxc qweqweqwe
  qwer1234 qwerqwer qwert123 qwert12345 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345
  qwerty123456 qwertyui qwertyuiop qwertyuiop1 rainbow1 rangers1 rangers123 redsox04 remember rockstar
  rockyou1 samantha samsung1 samsung123 scorpion scotland september september1 shadow123 slipknot
  snowball spiderman spiderman1 spitfire starwars starwars1 stephanie summer123 summer2025 summer2026
  sunflower sunshine sunshine1 superman superman1 superman123 superstar sweetheart swordfish test1234
  testtest tinkerbell tottenham trustno1 turmeric turmeric1 valentina valentine vampires veronica
  victoria victoria1 volcom12 wayanad123 welcome1 welcome12 welcome123 welcome1234 westham1 whatever
  whatever1 william1 winter2025 winter2026 wolverine xxxxxxxx yellow123 zaq12wsx zaq1zaq1 zxcvbnm1
  zxcvbnm123`.split(/\s+/),
)

export const isCommonPassword = (password: string): boolean => COMMON.has(password.toLowerCase())
