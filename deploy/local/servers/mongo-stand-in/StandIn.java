import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.MongoVersion;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.List;
import java.util.Set;
import org.h2.mvstore.MVStore;

/**
 * The stand-in for MongoDB: the protocol of mongo-java-server over a file of H2's MVStore, on loopback, without users.
 * A write is committed to the file before it is acknowledged, so it survives a crash of the process, but not of the machine.
 */
public class StandIn extends H2Backend {
  private static final Set<String> READS = Set.of(
      "find", "getMore", "count", "distinct", "aggregate", "hello", "isMaster", "ismaster", "ping", "buildInfo", "buildinfo",
      "listCollections", "listIndexes", "listDatabases", "killCursors", "endSessions", "collStats", "dbStats", "getParameter");
  /** The reported wire version, above the oldest that current drivers accept. */
  private static final MongoVersion VERSION = new MongoVersion() {
    @Override
    public List<Integer> getVersionArray() {
      return List.of(5, 0, 0);
    }

    @Override
    public int getWireVersion() {
      return 13;
    }
  };

  private final Object commits = new Object();
  private long written;
  private long committed;

  StandIn(MVStore store) {
    super(store);
    version(VERSION);
  }

  @Override
  public Document handleMessage(MongoMessage message) {
    Document reply = super.handleMessage(message);
    if (!READS.contains(message.getDocument().keySet().iterator().next())) commitTogether();
    return reply;
  }

  /** Commits a write. Writes that arrive during a commit share the next one. */
  private void commitTogether() {
    long mine;
    synchronized (this) {
      mine = ++written;
    }
    synchronized (commits) {
      if (committed >= mine) return;
      long upTo;
      synchronized (this) {
        upTo = written;
      }
      commit();
      committed = upTo;
    }
  }

  static MVStore open(String file) {
    MVStore store = new MVStore.Builder().fileName(file).open();
    store.setRetentionTime(1_000);
    return store;
  }

  static void serve(StandIn backend, String host, int port) {
    MongoServer server = new MongoServer(backend);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow));
    server.bind(host, port);
    System.out.println("The stand-in for MongoDB listens on port " + port + ".");
  }

  public static void main(String[] arguments) {
    serve(new StandIn(open(arguments[0])), "127.0.0.1", Integer.parseInt(arguments[1]));
  }
}
