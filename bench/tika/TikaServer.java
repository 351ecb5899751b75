import com.sun.net.httpserver.HttpServer;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.parser.AutoDetectParser;
import org.apache.tika.parser.ParseContext;
import org.apache.tika.sax.BodyContentHandler;

/**
 * Tika's parsers behind the JDK's own HTTP server, which answers with the text of the body that was sent. The rest of Tika
 * Server (its web framework, limits, other addresses) is left out, so this is at least as fast. The argument is the port.
 */
public class TikaServer {
    private static final int THREADS = 16;

    public static void main(String[] arguments) throws Exception {
        AutoDetectParser parser = new AutoDetectParser();
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.parseInt(arguments[0])), 0);
        server.setExecutor(Executors.newFixedThreadPool(THREADS));
        server.createContext("/tika", exchange -> {
            byte[] answer;
            int status = 200;
            try (InputStream body = exchange.getRequestBody()) {
                BodyContentHandler text = new BodyContentHandler(-1);
                parser.parse(body, text, new Metadata(), new ParseContext());
                answer = text.toString().getBytes(StandardCharsets.UTF_8);
            } catch (Exception | LinkageError error) {
                status = 422;
                answer = error.toString().getBytes(StandardCharsets.UTF_8);
            }
            exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=UTF-8");
            exchange.sendResponseHeaders(status, answer.length == 0 ? -1 : answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        System.out.println("ready");
    }
}
