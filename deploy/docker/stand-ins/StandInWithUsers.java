import de.bwaldvogel.mongo.bson.BinData;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.h2.mvstore.MVStore;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * The stand-in for MongoDB in a container: users authenticate by SCRAM-SHA-256 (RFC 7677).
 * It does not enforce their rights; only the real server does.
 */
final class StandInWithUsers extends StandIn {
  private static final int ITERATIONS = 4_096;
  private static final SecureRandom RANDOM = new SecureRandom();

  private record Conversation(String user, String clientFirst, String serverFirst) {}

  /** By database and name: salt, stored key and server key of RFC 5802 in base64, separated by spaces. */
  private final Map<String, String> users;
  private final Map<Integer, Conversation> conversations = new ConcurrentHashMap<>();
  private final AtomicInteger started = new AtomicInteger();

  private StandInWithUsers(MVStore store) {
    super(store);
    users = store.openMap("users");
  }

  @Override
  public Document handleMessage(MongoMessage message) {
    Document command = message.getDocument();
    String database = (String) command.get("$db");
    try {
      return switch (command.keySet().iterator().next()) {
        case "saslStart" -> start(database, payloadOf(command));
        case "saslContinue" -> proceed((Integer) command.get("conversationId"), payloadOf(command));
        case "createUser" -> keepUser(database, (String) command.get("createUser"), (String) command.get("pwd"));
        case "updateUser" -> keepUser(database, (String) command.get("updateUser"), (String) command.get("pwd"));
        case "createRole", "updateRole" -> new Document("ok", 1.0);
        default -> super.handleMessage(message);
      };
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  private Document keepUser(String database, String name, String password) throws GeneralSecurityException {
    byte[] salt = random(16);
    byte[] salted = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
        .generateSecret(new PBEKeySpec(password.toCharArray(), salt, ITERATIONS, 256))
        .getEncoded();
    byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(hmac(salted, "Client Key"));
    users.put(database + "." + name, String.join(" ", base64(salt), base64(storedKey), base64(hmac(salted, "Server Key"))));
    commit();
    return new Document("ok", 1.0);
  }

  private Document start(String database, String payload) {
    String clientFirst = payload.substring(payload.indexOf("n="));
    Map<String, String> fields = fieldsOf(clientFirst);
    String user = database + "." + fields.get("n");
    if (!users.containsKey(user)) return refusal();
    String serverFirst = "r=" + fields.get("r") + base64(random(18)) + ",s=" + users.get(user).split(" ")[0] + ",i=" + ITERATIONS;
    int id = started.incrementAndGet();
    conversations.put(id, new Conversation(user, clientFirst, serverFirst));
    return reply(id, serverFirst, false);
  }

  private Document proceed(int id, String payload) throws GeneralSecurityException {
    if (payload.isEmpty()) return reply(id, "", true);
    Conversation conversation = conversations.remove(id);
    if (conversation == null) return refusal();
    String[] keys = users.get(conversation.user).split(" ");
    byte[] storedKey = Base64.getDecoder().decode(keys[1]);
    String signed = String.join(",", conversation.clientFirst, conversation.serverFirst, payload.substring(0, payload.lastIndexOf(",p=")));
    byte[] clientKey = hmac(storedKey, signed);
    byte[] proof = Base64.getDecoder().decode(fieldsOf(payload).get("p"));
    for (int place = 0; place < clientKey.length; place++) clientKey[place] ^= proof[place];
    if (!MessageDigest.isEqual(storedKey, MessageDigest.getInstance("SHA-256").digest(clientKey))) return refusal();
    return reply(id, "v=" + base64(hmac(Base64.getDecoder().decode(keys[2]), signed)), false);
  }

  private static Document reply(int id, String payload, boolean done) {
    return new Document("conversationId", id).append("done", done).append("payload", new BinData(payload.getBytes(UTF_8))).append("ok", 1.0);
  }

  private static Document refusal() {
    return new Document("ok", 0.0).append("errmsg", "Authentication failed.").append("code", 18).append("codeName", "AuthenticationFailed");
  }

  private static String payloadOf(Document command) {
    return new String(((BinData) command.get("payload")).getData(), UTF_8);
  }

  /** Parses "n=ada,r=nonce" into fields by letter. The escapes "=2C" and "=3D" do not occur in our names. */
  private static Map<String, String> fieldsOf(String message) {
    Map<String, String> fields = new HashMap<>();
    for (String field : message.split(",")) if (field.length() > 2) fields.put(field.substring(0, 1), field.substring(2));
    return fields;
  }

  private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(UTF_8));
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /** The argument is the data file. The administrator comes from the environment, as in the official image. */
  public static void main(String[] arguments) {
    StandInWithUsers backend = new StandInWithUsers(open(arguments[0]));
    try {
      backend.keepUser("admin", System.getenv("MONGO_INITDB_ROOT_USERNAME"), System.getenv("MONGO_INITDB_ROOT_PASSWORD"));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
    serve(backend, "0.0.0.0", 27_017);
  }
}
